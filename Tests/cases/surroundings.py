"""Cases about what is around the show: the screen saver, a display that is late, power cuts."""
import ctypes
import ctypes.util
import os
import random
import shutil
import signal
import time
from pathlib import Path
from types import SimpleNamespace

from stand import Display, Program


class SaverInfo(ctypes.Structure):
    _fields_ = [("window", ctypes.c_ulong), ("state", ctypes.c_int), ("kind", ctypes.c_int),
                ("since", ctypes.c_ulong), ("idle", ctypes.c_ulong), ("mask", ctypes.c_ulong)]


class Saver:
    """The X server's own screen saver, as the extension MIT-SCREEN-SAVER tells of it."""

    def __init__(self, name):
        self.x = ctypes.CDLL("libX11.so.6")
        self.saver = ctypes.CDLL("libXss.so.1")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self.x.XSetScreenSaver.argtypes = [ctypes.c_void_p] + [ctypes.c_int] * 4
        self.x.XForceScreenSaver.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.saver.XScreenSaverQueryInfo.argtypes = [
            ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(SaverInfo)]
        self.display = self.x.XOpenDisplay(name.encode())

    def blank_after(self, seconds):
        self.x.XSetScreenSaver(self.display, seconds, seconds, 1, 1)
        self.x.XSync(self.display, 0)

    def is_on(self):
        info = SaverInfo()
        root = self.x.XDefaultRootWindow(self.display)
        if not self.saver.XScreenSaverQueryInfo(self.display, root, ctypes.byref(info)):
            return None
        return info.state == 1

    def close(self):
        self.x.XCloseDisplay(self.display)


def b33(bench):
    """The screen saver."""
    saver = Saver(bench.display.name)
    try:
        saver.blank_after(5)
        program = bench.start("list.m3u")
        bench.display.await_colour(["red", "green"], 5)
        begun, states = time.monotonic(), set()
        while time.monotonic() - begun < 20:
            states.add(saver.is_on())
            time.sleep(0.25)
        bench.check("never on in 20 s without input", states == {False} and program.lives(), states)
        program.signal(signal.SIGTERM)
        ended, came = time.monotonic(), None
        while came is None and time.monotonic() - ended < 10:
            came = time.monotonic() - ended if saver.is_on() else None
            time.sleep(0.1)
        bench.check("on within 10 s of the end", came is not None, came and f"{came:.1f} s")
        saver.blank_after(0)
    finally:
        saver.close()


def b37(bench):
    """No display at the start."""
    # Far from the first free numbers, which other programs take.
    name = next(f":{number}" for number in random.sample(range(300, 900), 600)
                if not os.path.exists(f"/tmp/.X11-unix/X{number}"))
    gone = SimpleNamespace(name=name)
    begun, tries, late = time.monotonic(), [], None
    program = None
    while time.monotonic() - begun < 60:
        if late is None and time.monotonic() - begun >= 8:
            late, up = Display(name), time.monotonic()
        display = late or gone
        program = Program(bench.program, display, bench.folder, "--transition", "cut", "list.m3u")
        bench.running.append(program)
        if late:
            break
        end = program.ended(5)
        errors = [line for line in program.log.decode().splitlines() if "error:" in line]
        tries.append((end and end[0], end and round(end[1], 2), errors))
        time.sleep(2)
    good = all(code not in (None, 0) and took <= 3 and len(errors) == 1 and name in errors[0]
               for code, took, errors in tries)
    bench.check("each try ends within 3 s, not with 0, with one line that names the display",
                tries and good, tries[:2])
    seen = late.await_colour(["red", "green"], 10)
    bench.check("colours within 10 s of the server's start", seen is not None,
                seen is not None and f"{time.monotonic() - up:.1f} s")
    late.process.kill()
    late.process.wait()
    end = program.ended(5)
    bench.check("the server killed: ends within 5 s with 3", end and end[0] == 3, end)


DAMAGE = {
    "nothing in it": lambda path: path.write_bytes(b""),
    "its first half": lambda path: path.write_bytes(path.read_bytes()[:path.stat().st_size // 2]),
    "random bytes": lambda path: path.write_bytes(os.urandom(300)),
    "a folder of its name": lambda path: (path.unlink(), path.mkdir()),
}


def b43(bench):
    """Power cuts, and what they leave."""
    shutil.copytree(bench.cases / "B01", bench.folder, dirs_exist_ok=True)
    state, run = Path(bench.folder) / "state", Path(bench.folder) / "run"
    run.mkdir()
    surroundings = {"STATE_DIRECTORY": str(state), "RUNTIME_DIRECTORY": str(run)}
    colours = ["red", "green", "blue"]

    def cut(*words):
        program = bench.start(*words, "list.m3u", environment=surroundings)
        seen = bench.display.await_colour(colours, 5)
        time.sleep(2.5)  # another item, and its place is written
        program.process.kill()
        program.process.wait()
        bench.running.remove(program)
        log = program.log.decode(errors="replace")
        program.close()
        return seen, log

    for words, name in ((["--resume"], "resume"), (["--resume", "--kiosk"], "quarantine")):
        path = state / name
        cut(*words)
        cut(*words)
        for what, damage in DAMAGE.items():
            before = path.stat().st_ino
            damage(path)
            seen, log = cut(*words)
            told = [line for line in log.splitlines() if "warn:" in line and str(path) in line]
            bench.check(f"{name}, {what}: colours within 3 s, one warning that names it",
                        seen is not None and seen <= 3 and len(told) == 1, (seen, told))
            whole = path.is_file() and path.read_bytes().startswith(b"triptych ")
            bench.check(f"{name}, {what}: another whole file stands there, no half one beside",
                        whole and path.stat().st_ino != before
                        and not Path(str(path) + ".new").exists(), sorted(os.listdir(state)))
