"""What the fault tests stand on: verdicts, a player to be watched, and files to show.

Python 3 standard library only; Debian: xvfb, ffmpeg.
"""
import os, pwd, re, shutil, struct, subprocess, sys, tempfile, time, zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'screen'))
from screen import ROOT, Screen, program  # noqa: E402

TICKS = os.sysconf('SC_CLK_TCK')
COLOURS = {'red': (220, 30, 30), 'green': (30, 180, 30), 'blue': (40, 40, 230),
           'yellow': (230, 220, 40), 'cyan': (30, 200, 210), 'orange': (240, 130, 30)}
SHARED = os.environ.get('TRIPTYCH_SHARED') or os.path.join(os.path.dirname(ROOT), 'shared')
TESTS = []


def test(function):
    """Registers a test; its first line of doc says what it holds the program to."""
    TESTS.append(function)
    return function


class Skipped(Exception):
    """A test that cannot be run here; says why."""


class Bench:
    """A folder of its own and a place for verdicts; a screen where asked for."""

    def __init__(self, name):
        self.name = name
        self.folder = tempfile.mkdtemp(prefix='fault-')
        os.chmod(self.folder, 0o755)
        self.failed = self.passed = 0
        self.players, self.screens = [], []

    def check(self, what, holds, figures=''):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'PASS' if holds else 'FAIL'} {self.name}: {what}"
              + (f': {figures}' if figures != '' else ''), flush=True)
        if not holds and self.players:
            for line in self.players[-1].log.splitlines()[-5:]:
                print('       log: ' + line[:200], flush=True)

    def screen(self, width=1280, height=720):
        self.screens.append(Screen(width, height))
        return self.screens[-1]

    def play(self, screen, *arguments, **more):
        self.players.append(Player(self.folder, screen, *arguments, **more))
        return self.players[-1]

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        """The path of a new file with these bytes or this text."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(data.encode() if isinstance(data, str) else data)
        return path

    def colour(self, name, folder=''):
        return self.write(os.path.join(folder, name + '.png'), solid_png(COLOURS[name]))

    def list(self, names, name='list.m3u'):
        return self.write(name, ''.join(n + '\n' for n in names))

    def close(self):
        for player in self.players:
            player.close()
        for screen in self.screens:
            screen.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)


class Player:
    """The program under test with its log, its workers and its use of the machine."""

    def __init__(self, folder, screen, *arguments, environment=None, user=None, drop=(), **more):
        self.home = tempfile.mkdtemp(prefix='home-', dir=folder)
        self.log_path = os.path.join(self.home, 'log')
        clean = {k: v for k, v in os.environ.items() if k not in (
            'WAYLAND_DISPLAY', 'DISPLAY', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', *drop)}
        clean.update({'SDL_AUDIODRIVER': 'dummy', 'XDG_CONFIG_HOME': self.home})
        if 'HOME' not in drop:
            clean['HOME'] = self.home
        if screen:
            clean['DISPLAY'] = screen.name
        for name in drop:
            clean.pop(name, None)
        clean.update(environment or {})
        command = [program(), *arguments]
        if user:
            entry = pwd.getpwnam(user)
            os.chown(self.home, entry.pw_uid, entry.pw_gid)
            command = ['setpriv', f'--reuid={entry.pw_uid}', f'--regid={entry.pw_gid}',
                       '--clear-groups', *command]
        log = open(self.log_path, 'wb')
        more.setdefault('stderr', log)
        more.setdefault('stdout', log)
        more.setdefault('stdin', subprocess.DEVNULL)
        self.begun = time.monotonic()
        self.process = subprocess.Popen(command, env=clean, **more)
        log.close()
        self.pid = self.process.pid

    @property
    def log(self):
        with open(self.log_path, 'rb') as f:
            return f.read().decode(errors='replace')

    def lives(self):
        return self.process.poll() is None

    def ended(self, seconds):
        """(exit code, seconds waited); None if it still runs."""
        begun = time.monotonic()
        try:
            return self.process.wait(seconds), round(time.monotonic() - begun, 3)
        except subprocess.TimeoutExpired:
            return None

    def signal(self, number, seconds=3):
        self.process.send_signal(number)
        return self.ended(seconds)

    def workers(self, kind=''):
        """Numbers of the player's worker processes."""
        found = []
        try:
            threads = os.listdir(f'/proc/{self.pid}/task')
        except OSError:
            return []
        for thread in threads:
            try:
                with open(f'/proc/{self.pid}/task/{thread}/children') as f:
                    children = f.read().split()
            except OSError:
                continue
            for child in children:
                try:
                    with open(f'/proc/{child}/cmdline') as f:
                        name = f.read()
                    with open(f'/proc/{child}/stat') as f:
                        state = f.read().rpartition(')')[2].split()[0]
                except OSError:
                    continue
                if 'triptych-decode' in name and kind in name and state != 'Z':
                    found.append(int(child))
        return sorted(found)

    def descriptors(self):
        return len(os.listdir(f'/proc/{self.pid}/fd'))

    def threads(self):
        return len(os.listdir(f'/proc/{self.pid}/task'))

    def memory(self):
        """Resident MiB of the player alone."""
        with open(f'/proc/{self.pid}/statm') as f:
            return int(f.read().split()[1]) * 4096 / 2 ** 20

    def cpu(self):
        """CPU seconds so far of the player, its living workers and those it has reaped."""
        total = 0
        for pid in [self.pid, *self.workers()]:
            try:
                with open(f'/proc/{pid}/stat') as f:
                    fields = f.read().rpartition(')')[2].split()
            except OSError:
                continue
            total += sum(int(n) for n in fields[11:15 if pid == self.pid else 13])
        return total / TICKS

    def load(self, seconds):
        """CPU use in percent of one core over so many seconds."""
        before, begun = self.cpu(), time.monotonic()
        time.sleep(seconds)
        return 100 * (self.cpu() - before) / (time.monotonic() - begun)

    def skipped(self, name):
        """The log lines that name a file as skipped."""
        return [line for line in self.log.splitlines()
                if re.search(r'skipped .*?(?<![^ /])' + re.escape(name) + ': ', line)]

    def close(self):
        if self.lives():
            self.process.terminate()
            if self.ended(3) is None:
                self.process.kill()
                self.process.wait()


# The screen

def colour_now(screen):
    """The name of the test colour that fills the screen; 'black', or 'other'."""
    spots = [screen.pixel(x, y) for x, y in ((.5, .5), (.1, .1), (.9, .1), (.1, .9), (.9, .9))]
    if max(max(spot) for spot in spots) <= 8:
        return 'black'
    for name, colour in COLOURS.items():
        if all(max(abs(a - b) for a, b in zip(colour, spot)) <= 10 for spot in spots):
            return name
    return 'other'


def await_colour(screen, names, seconds):
    """Seconds until one of the colours fills the screen; None if none did."""
    names = [names] if isinstance(names, str) else names
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if colour_now(screen) in names:
            return round(time.monotonic() - begun, 3)
        time.sleep(.005)
    return None


def colours_seen(screen, seconds, until=lambda: False):
    """The colours that filled the screen, in order, each once for as long as it stood."""
    seen, end, before = [], time.monotonic() + seconds, None
    while time.monotonic() < end and not until():
        name = colour_now(screen)
        # Read twice alike: else it may have been read while it was being changed.
        if name == before and seen[-1:] != [name]:
            seen.append(name)
        before = name
        time.sleep(.004)
    return seen


# Files

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def png(width, height, rows, depth=8, kind=2):
    head = struct.pack('>IIBBBBB', width, height, depth, kind, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows, 6))
            + chunk(b'IEND', b''))


def solid_png(colour, width=320, height=180):
    return png(width, height, (b'\0' + bytes(colour) * width) * height)


def ffmpeg(*words):
    subprocess.run(['ffmpeg', '-v', 'error', '-y', *words], check=True, stdin=subprocess.DEVNULL)


def large_jpeg(path, colour=None):
    """24 megapixels: of one colour, or with much detail."""
    source = 'testsrc2' if colour is None else 'color=0x%02x%02x%02x' % colour
    sign = ':' if colour else '='
    ffmpeg('-f', 'lavfi', '-i', f'{source}{sign}size=6000x4000', '-frames:v', '1', '-q:v', '2',
           '-pix_fmt', 'yuvj420p', path)
    return path


def film(path, seconds=2):
    """Bright everywhere, with sound."""
    ffmpeg('-f', 'lavfi', '-i', f'testsrc2=size=640x360:rate=30:duration={seconds}', '-f', 'lavfi',
           '-i', f'sine=440:sample_rate=48000:duration={seconds}',
           '-vf', 'lutyuv=y=val/2+110', '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt',
           'yuv420p', '-c:a', 'aac', path)
    return path
