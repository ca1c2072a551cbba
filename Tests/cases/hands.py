"""Cases in which somebody has the show in the hand: lists that shrink, game controllers."""
import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

from stand import nearest

HERE = Path(__file__).resolve().parent


def shown(program):
    """The item, counting from 1, that the log says is current."""
    found = re.findall(r"item (\d+) after", program.log.decode())
    return int(found[-1]) if found else None


def b35(bench):
    """A list that shrinks under the view."""
    six = ["red", "green", "blue", "yellow", "magenta", "cyan"]

    def replace(name):
        shutil.copy(f"{bench.folder}/{name}", bench.folder + "/new")
        os.replace(bench.folder + "/new", bench.folder + "/list.m3u")

    replace("six.m3u")
    Path(bench.folder + "/one.m3u").write_text("1-green.png\n")
    program = bench.start("list.m3u", duration="3600", level="debug")
    bench.display.await_colour(["red"], 5)
    bench.display.key("key", "6", "Return")
    bench.check("go to the last of six", bench.display.await_colour(["cyan"], 3) is not None)
    for name, colours in (("two.m3u", six[:2]), ("six.m3u", six), ("one.m3u", ["green"]),
                          ("two.m3u", six[:2]), ("six.m3u", six)):
        replace(name)
        came = bench.display.await_colour(colours, 3)
        bench.check(f"{name}: one of its pictures within 3 s, lives", came is not None
                    and program.lives(), came and f"{came:.2f} s")
        # The list is taken at rest; then everything of it is there.
        time.sleep(3)
        mash(bench, program, colours)
    bench.stop()


def mash(bench, program, colours):
    dice = random.Random(35)
    for _ in range(20):
        keys = [dice.choice(("Left", "Right")) for _ in range(10)]
        bench.display.key("key", "--delay", "30", *keys)
    time.sleep(1)
    seen, number = nearest(bench.display.colour()), shown(program)
    of = f"of {len(colours)}"
    bench.check(f"200 keys: the log's item is on the screen, {of}",
                number and number <= len(colours) and seen == colours[number - 1],
                f"item {number}, {seen}")
    at = colours.index(seen) if seen in colours else 0
    for key, step in (("Right", 1), ("Right", 2), ("Left", 1), ("Left", 0), ("Left", -1)):
        bench.display.key("key", key)
        wanted = colours[(at + step) % len(colours)]
        bench.check(f"then {key}, {of}", bench.display.await_colour([wanted], 2) is not None,
                    wanted)


class Pad:
    """A player with a virtual game controller, and the steps that its log tells of."""

    def __init__(self, bench, listed, *words):
        self.fifo, library = bench.folder + "/pad", bench.folder + "/pad.so"
        flags = subprocess.check_output(["pkg-config", "--cflags", "sdl2"]).decode().split()
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", *flags, str(HERE / "pad.c"), "-o",
                        library, "-ldl"], check=True)
        os.mkfifo(self.fifo)
        self.program = bench.start(
            listed, *words, duration="3600", level="debug",
            environment={"LD_PRELOAD": library, "TRIPTYCH_TEST_PAD": self.fifo})
        self.line = os.open(self.fifo, os.O_RDWR)
        bench.display.await_colour(["red"], 5)
        # The player looks for pads after its first frame.
        time.sleep(1)

    def say(self, *lines):
        os.write(self.line, "".join(line + "\n" for line in lines).encode())

    def steps(self):
        return len(re.findall(rb"by hand: (?:next|previous)", self.program.log))

    def steps_of(self, *deeds):
        """How many steps come of it: lines for the pad, and seconds to wait."""
        before = self.steps()
        for deed in deeds:
            self.say(deed) if isinstance(deed, str) else time.sleep(deed)
        return self.steps() - before

    def handles(self):
        return len(os.listdir(f"/proc/{self.program.process.pid}/fd"))


# SDL's numbers of a virtual pad's buttons.
RIGHT, LEFT, SHOULDER = 14, 13, 10


def b39(bench):
    """A pad that comes and goes."""
    pad = Pad(bench, "list.m3u")
    push = [f"button {RIGHT} 1", 0.1, f"button {RIGHT} 0", 0.4]
    for turn in range(3):
        steps = pad.steps_of("attach", 0.5, *push)
        bench.check(f"attached, pressed once (turn {turn + 1}): one step", steps == 1, steps)
        steps = pad.steps_of(*push, *push)
        bench.check("pressed twice: two steps", steps == 2, steps)
        steps = pad.steps_of("detach", 0.5)
        bench.check("detached: none", steps == 0, steps)
    log = pad.program.log
    came, gone = log.count(b"pad: "), log.count(b"pad gone: ")
    bench.check("the log names each coming and going", came == gone == 3, f"{came}, {gone}")
    before = pad.handles()
    steps = pad.steps_of(*["attach", 0.15, "detach", 0.15] * 50)
    bench.check("50 rounds: no step, handles constant", steps == 0 and pad.handles() == before,
                f"{steps} steps, handles {before}, then {pad.handles()}")
    steps = pad.steps_of("attach", 0.5, *push)
    bench.check("and then a press is one step", steps == 1, steps)
    steps = pad.steps_of(f"button {RIGHT} 1", 0.1, "detach", 2)
    bench.check("detached while it is held: one step, no repetition", steps == 1, steps)
    guid = re.search(rb"pad of the test: (\w{32})\n", pad.program.log)
    bench.stop()
    mapped(bench, guid[1].decode() if guid else "")


def mapped(bench, guid):
    """A mapping of one's own holds for a pad from its first press on."""
    path = bench.folder + "/mine.txt"
    Path(path).write_text(f"{guid},Mine,dpright:b3,platform:Linux,\n")
    os.unlink(bench.folder + "/pad")
    pad = Pad(bench, "list.m3u", "--pad-mappings", path)
    steps = pad.steps_of("attach", 0.5, "button 3 1", 0.1, "button 3 0", 0.4)
    bench.check("--pad-mappings holds from the first press on", steps == 1, steps)
    steps = pad.steps_of(f"button {RIGHT} 1", 0.1, f"button {RIGHT} 0", 0.4)
    bench.check("and what it leaves out does nothing", steps == 0, steps)


def b41(bench):
    """Stick and trigger."""
    shutil.copytree(bench.cases / "B39", bench.folder, dirs_exist_ok=True)
    pad = Pad(bench, "list.m3u")
    pad.say("attach")
    time.sleep(0.5)
    for axis, way in ((0, 32767), (0, -32767)):
        for _ in range(5):
            begun = time.monotonic()
            steps = pad.steps_of(f"axis {axis} {way}", 0.2, f"axis {axis} 0")
            if time.monotonic() - begun < 0.3:
                break  # Else the machine was too busy for a push that is short.
        steps += pad.steps_of(1)
        bench.check(f"axis {axis} at {way} for 200 ms: one step", steps == 1, steps)
    steps = pad.steps_of("axis 0 6000", 10, "axis 0 0", 0.5)
    bench.check("resting at 6000 for 10 s: none", steps == 0, steps)
    for middle in (8192, 9830, 16384):
        steps = pad.steps_of(f"noise 0 {middle} 500 3000", 3.2, "axis 0 0", 0.5)
        bench.check(f"trembling round {middle} by 500 for 3 s: at most one", steps <= 1, steps)
    for what, press, release in (("the stick", "axis 0 32767", "axis 0 0"),
                                 ("the directional pad", f"button {RIGHT} 1", f"button {RIGHT} 0"),
                                 ("a shoulder", f"button {SHOULDER} 1", f"button {SHOULDER} 0")):
        held(bench, pad, what, press, release)
    bench.stop()
    os.unlink(bench.folder + "/pad")
    pad = Pad(bench, "list.m3u", "--no-fast-browse")
    pad.say("attach")
    time.sleep(0.5)
    before = len(re.findall(rb"item \d+ after", pad.program.log))
    pad.steps_of("axis 0 32767", 3, "axis 0 0", 1.5)
    count = len(re.findall(rb"item \d+ after", pad.program.log)) - before
    bench.check("held 3 s without fast browsing: at most three changes a second",
                3 <= count <= 10, count)


def held(bench, pad, what, press, release):
    before, times = pad.steps(), []
    pad.say(press)
    begun = time.monotonic()
    while time.monotonic() - begun < 3:
        while before + len(times) < pad.steps():
            times.append(time.monotonic() - begun)
        time.sleep(0.01)
    pad.say(release)
    time.sleep(0.2)
    count = pad.steps()
    after = pad.steps_of(1.5)
    pauses = [b - a for a, b in zip(times[1:], times[2:])]
    bench.check(f"{what} held 3 s: a step, then eight a second, none after its release",
                18 <= len(times) <= 22 and max(pauses) < 0.3 and after == 0
                and count - before - len(times) <= 1,
                f"{len(times)} steps, the second after {times[1]:.2f} s, then each "
                f"{min(pauses):.2f} to {max(pauses):.2f} s, {after} after" if len(times) > 3
                else f"{len(times)} steps")
