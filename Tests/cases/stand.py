"""A stand for the whole program: a display of its own, the program on it, eyes on both."""
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

COLOURS = {
    "red": (220, 20, 20), "green": (20, 180, 20), "blue": (30, 30, 220),
    "yellow": (230, 220, 30), "magenta": (200, 20, 180), "cyan": (20, 200, 200),
    "white": (240, 240, 240), "orange": (240, 130, 20), "black": (0, 0, 0),
}
SIZE = "1280x720"


def nearest(colour):
    """The name of the test colour, or "mixed" if none is near."""
    name = min(COLOURS, key=lambda n: sum((a - b) ** 2 for a, b in zip(COLOURS[n], colour)))
    return name if max(abs(a - b) for a, b in zip(COLOURS[name], colour)) <= 24 else "mixed"


class Display:
    """An X server without a screen, on the first free number or a given one."""

    def __init__(self, name=None):
        if name:
            self.name = name
            self.process = subprocess.Popen(
                ["Xvfb", name, "-screen", "0", SIZE + "x24", "+extension", "RANDR", "-nolisten",
                 "tcp"], stderr=subprocess.DEVNULL)
            while not os.path.exists(f"/tmp/.X11-unix/X{name[1:]}"):
                time.sleep(0.05)
            return
        ours, theirs = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(theirs), "-screen", "0", SIZE + "x24", "+extension",
             "RANDR", "-nolisten", "tcp"], pass_fds=[theirs], stderr=subprocess.DEVNULL)
        os.close(theirs)
        with os.fdopen(ours) as stream:
            self.name = ":" + stream.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()

    def grab(self, *options, size="2:2", crop="crop=iw/2:ih/2,"):
        """FFmpeg's view of the middle of the screen, as raw RGB."""
        return subprocess.Popen(
            ["ffmpeg", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", *options[:2],
             "-video_size", SIZE, "-i", self.name, *options[2:], "-vf",
             f"{crop}scale={size}:flags=area,format=rgb24", "-f", "rawvideo", "-"],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)

    def colour(self):
        """The mean colour of the middle of the screen now."""
        out = self.grab("-framerate", "60", "-frames:v", "1", size="1:1").communicate()[0]
        return tuple(out[:3]) if len(out) >= 3 else (0, 0, 0)

    def await_colour(self, names, seconds):
        """Seconds until one of the colours fills the middle; None if none did."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if nearest(self.colour()) in names:
                return time.monotonic() - begun
        return None

    def film(self, seconds, fps=30):
        """The runs of colours seen: [name, first second, last second]. Name "mixed" where the
        four quarters differ or the colour is none of ours."""
        out = self.grab("-framerate", str(fps), "-t", str(seconds)).communicate()[0]
        runs = []
        for index in range(len(out) // 12):
            four = out[12 * index:12 * index + 12]
            names = {nearest(tuple(four[k:k + 3])) for k in (0, 3, 6, 9)}
            name = names.pop() if len(names) == 1 else "mixed"
            if runs and runs[-1][0] == name:
                runs[-1][2] = (index + 1) / fps
            else:
                runs.append([name, index / fps, (index + 1) / fps])
        return runs

    def key(self, *words):
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.name}, check=True)


class Program:
    """Triptych on a display, with a log, watched for memory and CPU."""

    def __init__(self, program, display, where, *words, environment=None):
        self.home = tempfile.mkdtemp(prefix="triptych-home-")
        self.log_path = self.home + "/log"
        clean = {k: v for k, v in os.environ.items()
                 if k not in ("WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "JOURNAL_STREAM")}
        clean.update(DISPLAY=display.name, HOME=self.home, SDL_AUDIODRIVER="dummy",
                     SDL_VIDEODRIVER="x11")
        clean.update(environment or {})
        self.begun = time.monotonic()
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [program, *words], cwd=where, env=clean, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)
        self.peak_mib, self.cpu_seconds = 0.0, 0.0
        self.watching = True
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def _watch(self):
        while self.watching:
            memory, ticks = 0, 0
            for pid in self._family():
                try:
                    memory += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                    ticks += int(fields[11]) + int(fields[12])
                except (OSError, IndexError):
                    continue  # It ended between the list and the look.
            self.peak_mib = max(self.peak_mib, memory * 4096 / 2 ** 20)
            self.cpu_seconds = ticks / os.sysconf("SC_CLK_TCK")
            time.sleep(0.25)

    def _family(self):
        """The program and its workers: all of its session."""
        found = []
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                fields = Path(path).read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == self.process.pid:
                found.append(path.split("/")[2])
        return found

    @property
    def log(self):
        return Path(self.log_path).read_bytes()

    def lives(self):
        return self.process.poll() is None

    def ended(self, seconds):
        """(exit code, seconds it took), or None if it still runs."""
        begun = time.monotonic()
        try:
            return self.process.wait(seconds), time.monotonic() - begun
        except subprocess.TimeoutExpired:
            return None

    def signal(self, which, seconds=2):
        self.process.send_signal(which)
        return self.ended(seconds)

    def close(self):
        self.watching = False
        self.watcher.join()
        if self.lives():
            self.process.kill()
        self.process.wait()
        for pid in self._family():  # Workers end with their player; say it if one did not.
            os.kill(int(pid), signal.SIGKILL)
        shutil.rmtree(self.home, ignore_errors=True)


def solid(path, colour, size="320x180"):
    """A picture of one colour, by FFmpeg."""
    red, green, blue = COLOURS[colour]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
         f"color=0x{red:02x}{green:02x}{blue:02x}:s={size},format=rgb24", "-frames:v", "1",
         "-update", "1", path], check=True)
