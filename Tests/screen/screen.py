"""The screen of a virtual X server, read from outside the program under test.

Xvfb with -fbdir keeps its pixels in a file; mapped, it can be looked at thousands of times a second
without asking the program anything. Python 3 standard library only; Debian: xvfb, ffmpeg, xdotool.
"""
import contextlib, mmap, os, shutil, struct, subprocess, tempfile, time, zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def program():
    """The release build of triptych."""
    return os.environ.get('TRIPTYCH') or os.path.join(ROOT, '.build', 'release', 'triptych')


class Screen:
    """One Xvfb with its pixels; a context manager."""

    def __init__(self, width=1920, height=1080):
        self.width, self.height = width, height
        self.folder = tempfile.mkdtemp(prefix='screen-')
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(writer), '-screen', '0', f'{width}x{height}x24', '-fbdir',
             self.folder, '-nolisten', 'tcp', '-noreset'],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            self.name = ':' + answer.readline().strip()
        with open(os.path.join(self.folder, 'Xvfb_screen0'), 'rb') as f:
            head = struct.unpack('>25I', f.read(100))  # XWDFile.h
            self.map = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
        self.start = head[0] + head[19] * 12
        self.stride = head[12]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def environment(self):
        return {**os.environ, 'DISPLAY': self.name, 'SDL_AUDIODRIVER': 'dummy',
                'XDG_CONFIG_HOME': self.folder}

    def offset(self, x, y):
        """Where the pixel at fractions x, y of the screen begins in the map."""
        px = min(int(x * self.width), self.width - 1)
        py = min(int(y * self.height), self.height - 1)
        return self.start + py * self.stride + px * 4

    def pixel(self, x, y):
        """(r, g, b) at fractions of the screen."""
        at = self.offset(x, y)
        b, g, r = self.map[at:at + 3]
        return r, g, b

    def play(self, *arguments, **more):
        """The program under test on this screen."""
        more.setdefault('stderr', subprocess.DEVNULL)
        return subprocess.Popen([program(), *arguments], env=self.environment, **more)

    def key(self, *names):
        subprocess.run(['xdotool', 'key', *names], env=self.environment, check=True)


@contextlib.contextmanager
def running(process):
    """Ends the process whatever happens."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


BITS = 16


def code_filter():
    """ffmpeg's filter that draws a frame's number: a white block, a black one, then 16 bits, the
    highest first, in a band across the middle."""
    parts = ['drawbox=x=0:y=ih*0.4:w=iw:h=ih*0.2:color=black:t=fill']
    for k in range(BITS + 2):
        if k == 1:
            continue
        when = '' if k == 0 else f":enable='mod(floor(n/{1 << (BITS + 1 - k)}),2)'"
        parts.append(f'drawbox=x=iw*{k}/{BITS + 2}:y=ih*0.4:w=iw/{BITS + 2}:h=ih*0.2:'
                     f'color=white:t=fill{when}')
    return ','.join(parts)


def make_film(path, seconds, fps=30, size='1920x1080', extra=()):
    """A film with a number in each frame and a tone beside it."""
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i',
         f'testsrc2=size={size}:rate={fps}:duration={seconds}', '-f', 'lavfi', '-i',
         f'sine=440:sample_rate=48000:duration={seconds}', '-vf', code_filter(), '-c:v', 'libx264',
         '-preset', 'veryfast', '-b:v', '8M', '-g', str(fps * 2), '-bf', '2', '-pix_fmt', 'yuv420p',
         '-c:a', 'aac', *extra, path], check=True)


class FrameCode:
    """Reads the number of the frame on a screen."""

    def __init__(self, screen):
        self.screen = screen
        self.spots = [screen.offset((k + .5) / (BITS + 2), .5) for k in range(BITS + 2)]

    def read(self):
        """The number; None where no coded frame stands; -1 where the screen is black there."""
        green = [self.screen.map[at + 1] for at in self.spots]
        if max(green) < 20:
            return -1
        if green[0] < 180 or green[1] > 80:
            return None
        number = 0
        for value in green[2:]:
            if 80 < value < 180:
                return None
            number = number * 2 + (value >= 180)
        return number


def coded_filter(first=0):
    """ffmpeg's filter that draws the number of docs/proof.md along the top edge."""
    def bit(power):
        return f'mod(floor((n+{first})/{1 << power}),2)'
    bits = [bit(power) for power in reversed(range(16))]
    conditions = ['1', None, *bits, f"not(mod({'+'.join(bits)},2))", '1']
    parts = ['drawbox=x=0:y=0:w=iw:h=ih/16:color=black:t=fill']
    for k, condition in enumerate(conditions):
        if condition:
            parts.append(f"drawbox=x=iw*{k}/20:y=0:w=iw/20:h=ih/16:color=white:t=fill:"
                         f"enable='{condition}'")
    return ','.join(parts)


def make_coded_film(path, fps, frames, size='1280x720', first=0, sound=False, extra=()):
    """A film with the number of docs/proof.md in each frame."""
    tone = ['-f', 'lavfi', '-i', f'sine=440:sample_rate=48000:duration={frames / fps}',
            '-c:a', 'aac'] if sound else []
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i',
         f'testsrc2=size={size}:rate={fps}:duration={frames / fps}', *tone, '-vf',
         coded_filter(first), '-frames:v', str(frames), '-c:v', 'libx264', '-preset', 'veryfast',
         '-b:v', '8M', '-g', str(fps * 2), '-bf', '2', '-pix_fmt', 'yuv420p', *extra, path],
        check=True, stdin=subprocess.DEVNULL)


class CodeBand:
    """Reads that number from a screen that the film fills."""

    def __init__(self, screen):
        self.screen = screen
        self.spots = [screen.offset((k + .5) / 20, 1 / 32) for k in range(20)]

    def read(self):
        """The number; None where there is none; -1 where the screen is black there."""
        green = [self.screen.map[at + 1] for at in self.spots]
        if max(green) < 20:
            # The blue picture of the tests is not black.
            return -1 if max(self.screen.map[at] for at in self.spots) < 20 else None
        if any(96 < value < 160 for value in green):
            return None
        bits = [value >= 160 for value in green]
        if not bits[0] or bits[1] or not bits[19] or sum(bits[2:19]) % 2 == 0:
            return None
        return int(''.join('01'[bit] for bit in bits[2:18]), 2)


def watch(read, seconds, step=0.0005):
    """(time, value) of each change of `read()`. A value counts when it is read twice in a row: the
    first look may fall into the middle of an update."""
    changes, last, before = [], object(), object()
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        value = read()
        if value == before and value != last:
            changes.append((now, value))
            last = value
        before = value
        time.sleep(step)
    return changes


COLOURS = {'red': (200, 0, 0), 'green': (0, 200, 0), 'blue': (0, 0, 200), 'yellow': (200, 200, 0),
           'cyan': (0, 200, 200), 'pink': (200, 0, 200), 'white': (220, 220, 220)}


def png(colour, size=(320, 180)):
    """A picture of one colour. Noise beside it makes a file that is worth copying slowly."""
    r, g, b = COLOURS[colour]
    row = b'\0' + bytes((r, g, b)) * size[0]

    def part(kind, data):
        return (struct.pack('>I', len(data)) + kind + data
                + struct.pack('>I', zlib.crc32(kind + data)))

    head = struct.pack('>IIBBBBB', *size, 8, 2, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + part(b'IHDR', head)
            + part(b'IDAT', zlib.compress(row * size[1], 0)) + part(b'IEND', b''))


def write(path, data):
    with open(path, 'wb') as f:
        f.write(data)
