"""A show in the hand: what fingers, the mouse and a pad do on a virtual X server, told as the viewer
sees it. Fingers and pads come from a library that is preloaded (Tests/cases/pad.c) and fingers cast the
shadow of a mouse, which must not count; the mouse is xdotool's, and SDL is told to make fingers of it,
which must not count either. Python 3 standard library only; Debian: xvfb, xdotool, gcc, libsdl2-dev."""
import json, math, os, subprocess, time
from screen import ROOT, program, running

QUARTERS = {'red': (220, 0, 0), 'green': (0, 220, 0), 'blue': (0, 0, 220), 'yellow': (220, 220, 0)}
PLACES = {'red': (0.25, 0.25), 'green': (0.75, 0.25), 'blue': (0.25, 0.75), 'yellow': (0.75, 0.75)}


def picture(path):
    """Four quarters, each of a colour, square."""
    with open(path, 'wb') as f:
        f.write(b'P6\n400 400\n255\n')
        for left, right in (('red', 'green'), ('blue', 'yellow')):
            f.write((bytes(QUARTERS[left]) * 200 + bytes(QUARTERS[right]) * 200) * 200)


class Show:
    """A show on a display that hangs so; a context manager. Places are fractions, as seen."""

    def __init__(self, screen, folder, library, rotation=0, window=None, options=()):
        self.screen, self.rotation, self.faults = screen, rotation, []
        self.window = window or (screen.width, screen.height)
        self.socket, self.fifo = os.path.join(folder, 'socket'), os.path.join(folder, 'fingers')
        os.mkfifo(self.fifo)
        self.line = os.open(self.fifo, os.O_RDWR)
        if 'DISPLAY' in screen.environment:
            subprocess.run(['xdotool', 'mousemove', '3', '3'], env=screen.environment, check=True)
        environment = {**screen.environment, 'TRIPTYCH_TEST_PAD': self.fifo, 'LD_PRELOAD': library,
                       'SDL_TOUCH_MOUSE_EVENTS': '1', 'SDL_MOUSE_TOUCH_EVENTS': '1'}
        size = ['--window', '%dx%d' % window] if window else []
        self.process = subprocess.Popen(
            [program(), '--duration', '1h', '--transition', 'horizontal-move-in-out', '--no-watch',
             '--fit', 'stretch', '--screen-rotate', str(rotation), '--osd-timeout', '60', *size,
             '--control-socket', self.socket, *options, os.path.join(folder, 'pictures')],
            env=environment, stderr=subprocess.DEVNULL)

    def __enter__(self):
        self.manager = running(self.process)
        self.manager.__enter__()
        self.expect('it begins', lambda s: s['item'] == 1, 15)
        time.sleep(1.2)  # The library listens once the player has looked for pads.
        return self

    def __exit__(self, *_):
        self.manager.__exit__(None, None, None)
        os.close(self.line)
        os.unlink(self.fifo)

    def status(self):
        out = subprocess.run([program(), 'ctl', '--control-socket', self.socket, '--json', 'status'],
                             capture_output=True, text=True).stdout
        answer = json.loads(out) if out.strip() else {}
        return answer.get('result', answer)

    def expect(self, what, is_so, seconds=3):
        end, status = time.monotonic() + seconds, {}
        while time.monotonic() < end:
            status = self.status()
            if status and status['x'] == status['target'] and is_so(status):
                return
            time.sleep(0.05)
        self.faults.append(what)

    def sees(self, what, colour):
        """The middle of the window has the colour."""
        end, pixel = time.monotonic() + 3, None
        width, height = self.window
        while time.monotonic() < end:
            pixel = self.screen.pixel((self.left + width / 2) / self.screen.width,
                                      (self.top + height / 2) / self.screen.height)
            if all(abs(a - b) < 40 for a, b in zip(pixel, QUARTERS[colour])):
                return
            time.sleep(0.05)
        self.faults.append(f'{what}: {pixel}, not {colour}')

    @property
    def geometry(self):
        name = subprocess.run(['xdotool', 'search', '--name', 'Triptych'], capture_output=True,
                              env=self.screen.environment, text=True, check=True).stdout.split()[-1]
        out = subprocess.run(['xdotool', 'getwindowgeometry', '--shell', name], capture_output=True,
                             env=self.screen.environment, text=True, check=True).stdout
        facts = dict(line.split('=') for line in out.split())
        return name, *(int(facts[k]) for k in ('X', 'Y', 'WIDTH', 'HEIGHT'))

    def measure(self):
        self.name, self.left, self.top, *window = self.geometry
        self.window = tuple(window)

    def resize(self, width, height):
        subprocess.run(['xdotool', 'windowsize', '--sync', self.name, str(width), str(height)],
                       env=self.screen.environment, check=True)
        time.sleep(0.5)
        self.measure()
        if self.window != (width, height):
            self.faults.append(f'the window has {self.window}')

    def display(self, place):
        """Where on the display, fractions of the window, lies what the viewer sees there."""
        x, y = place
        return {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[self.rotation]

    @property
    def seen(self):
        width, height = self.window
        return (height, width) if self.rotation in (90, 270) else (width, height)

    @property
    def next_button(self):
        """As BarsLayout lays it."""
        width, height = self.seen
        unit = min(height / 1080, width / 560)
        margin = math.floor(24 * unit + 0.5)
        side = math.ceil(max(min(72 * unit, (width - 3 * margin) / 6), 60 * unit))
        dots = math.floor(36 * unit + 0.5)
        return (margin + 2.5 * side) / width, (height - dots - side / 2) / height

    @property
    def second_cell(self):
        """As Grid lays it."""
        width, height = self.seen
        gap, columns = math.floor(height / 60 + 0.5), max(2, math.floor(width / height * 3 + 0.5))
        cell = (width - gap * (columns + 1)) / columns
        return (2 * gap + cell * 1.5) / width, (gap + cell * 0.375) / height

    # What hands do: pointers along ways, each from a place to a place.

    def stroke(self, hand, seconds, *ways):
        steps = max(round(seconds * 60), 1)
        for step in range(steps + 1):
            part = step / steps
            for number, (a, b) in enumerate(ways, 1):
                place = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
                hand(self, number, 1 if step == 0 else 2, self.display(place))
            time.sleep(1 / 60)
        for number, (_, b) in enumerate(ways, 1):
            hand(self, number, 0, self.display(b))

    def tap(self, hand, place, times=1):
        if hand is mouse:
            # In one go: however busy the machine is, a double click is quick.
            mouse(self, 1, 2, self.display(place))
            subprocess.run(['xdotool', 'click', '--repeat', str(times), '--delay', '60', '1'],
                           env=self.screen.environment, check=True)
            return
        for _ in range(times):
            self.stroke(hand, 0.02, (place, place))
            time.sleep(0.05)


def finger(show, number, state, place):
    x, y = place
    os.write(show.line, f'finger {number} {state} {round(x * 1e4)} {round(y * 1e4)}\n'.encode())


def mouse(show, number, state, place):
    width, height = show.window
    words = ['mousemove', str(show.left + round(place[0] * width)),
             str(show.top + round(place[1] * height))]
    words += {1: ['mousedown', '1'], 2: [], 0: ['mouseup', '1']}[state]
    subprocess.run(['xdotool', *words], env=show.screen.environment, check=True)


def wheel(show, place, button):
    mouse(show, 1, 2, show.display(place))
    subprocess.run(['xdotool', 'keydown', 'ctrl', 'click', '--repeat', '6', button, 'keyup', 'ctrl'],
                   env=show.screen.environment, check=True)


def build(folder):
    """The library of fingers and pads."""
    library = os.path.join(folder, 'pad.so')
    flags = subprocess.check_output(['pkg-config', '--cflags', 'sdl2'], text=True).split()
    subprocess.run(['gcc', '-shared', '-fPIC', '-O1', *flags,
                    os.path.join(ROOT, 'Tests', 'cases', 'pad.c'), '-o', library, '-ldl'], check=True)
    return library
