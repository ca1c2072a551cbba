"""What the pictures of the demo are painted with: colours, noise, a canvas of floats.

Python's standard library alone. Colours are mixed in OKLab (Björn Ottosson's matrices), so that
gradients stay clean; every channel is dithered before it becomes a byte, so that none has bands.
"""
import math
import random
import subprocess
from array import array


def linear(c):
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def encoded(c):
    c = min(max(c, 0.0), 1.0)
    return c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def oklab(text):
    """A colour such as "#f0c090" in OKLab."""
    r, g, b = (linear(int(text[i:i + 2], 16) / 255) for i in (1, 3, 5))
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


def rgb(lab):
    """OKLab as sRGB, 0...255."""
    a, b, c = lab
    l = (a + 0.3963377774 * b + 0.2158037573 * c) ** 3
    m = (a - 0.1055613458 * b - 0.0638541728 * c) ** 3
    s = (a - 0.0894841775 * b - 1.2914855480 * c) ** 3
    return (255 * encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            255 * encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            255 * encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))


def mix(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def color(text):
    return rgb(oklab(text))


class Gradient:
    """Colours at stops, smooth between; asked at 0...1."""

    def __init__(self, *stops):
        stops = [(at, oklab(text)) for at, text in stops]
        self.table = []
        for i in range(1025):
            t = i / 1024
            k = max([n for n, (at, _) in enumerate(stops) if at <= t] or [0])
            (at0, c0), (at1, c1) = stops[k], stops[min(k + 1, len(stops) - 1)]
            part = 0 if at1 == at0 else min((t - at0) / (at1 - at0), 1)
            self.table.append(rgb(mix(c0, c1, part)))

    def at(self, t):
        t = 1024 * min(max(t, 0.0), 1.0)
        i = min(int(t), 1023)
        f = t - i
        (r0, g0, b0), (r1, g1, b1) = self.table[i], self.table[i + 1]
        return (r0 + (r1 - r0) * f, g0 + (g1 - g0) * f, b0 + (b1 - b0) * f)


def smooth(edge0, edge1, x):
    t = min(max((x - edge0) / (edge1 - edge0), 0.0), 1.0)
    return t * t * (3 - 2 * t)


class Noise:
    """Smooth noise of one seed, about -1...1; 1-D and 2-D, plain and summed over octaves."""

    def __init__(self, seed):
        r = random.Random(seed)
        self.values = [r.uniform(-1, 1) for _ in range(4096)]

    def line(self, x):
        i = math.floor(x)
        f = x - i
        f = f * f * f * (f * (6 * f - 15) + 10)
        a, b = self.values[i & 4095], self.values[(i + 1) & 4095]
        return a + (b - a) * f

    def plane(self, x, y):
        i, j = math.floor(x), math.floor(y)
        u, v = x - i, y - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        values, k = self.values, i + 1531 * j
        a, b = values[k & 4095], values[(k + 1) & 4095]
        c, d = values[(k + 1531) & 4095], values[(k + 1532) & 4095]
        top, bottom = a + (b - a) * u, c + (d - c) * u
        return top + (bottom - top) * v

    def ridge(self, x, octaves=6, rough=0.5):
        total, size = 0.0, 1.0
        for n in range(octaves):
            total += size * self.line(x * 2 ** n + 37 * n)
            size *= rough
        return total * (1 - rough)

    def cloud(self, x, y, octaves=4, rough=0.5):
        total, size = 0.0, 1.0
        for n in range(octaves):
            total += size * self.plane(x * 2 ** n + 17 * n, y * 2 ** n + 29 * n)
            size *= rough
        return total * (1 - rough)


class Canvas:
    """Width x height pixels of three floats, 0...255. Lengths are given in 1080ths of the height,
    so that a picture can be tried small."""

    def __init__(self, height=1080):
        self.height, self.width = height, height * 16 // 9
        self.unit = height / 1080
        self.pixels = array("f", bytes(12 * self.width * self.height))

    def fill(self, shade):
        """`shade(x, y)` gives each pixel, in units."""
        i, pixels, unit = 0, self.pixels, self.unit
        for y in range(self.height):
            v = (y + 0.5) / unit
            for x in range(self.width):
                pixels[i], pixels[i + 1], pixels[i + 2] = shade((x + 0.5) / unit, v)
                i += 3

    def blend(self, x, y, tone, part):
        """Lays a colour over the pixel (x, y), counted in pixels."""
        if 0 <= x < self.width and 0 <= y < self.height:
            i = 3 * (y * self.width + x)
            for n in range(3):
                self.pixels[i + n] += (tone[n] - self.pixels[i + n]) * part

    def ground(self, edge, tone, soft=1.0):
        """Fills below a line: `edge(x)` is its height, `tone(x, y, depth)` its colour and, where
        it is not solid, its part."""
        for x in range(self.width):
            u = (x + 0.5) / self.unit
            top = edge(u)
            for y in range(max(int((top - soft) * self.unit), 0), self.height):
                v = (y + 0.5) / self.unit
                cover = min(max((v - top) / soft * self.unit + 0.5, 0.0), 1.0)
                if cover > 0:
                    shade = tone(u, v, v - top)
                    part = shade[3] if len(shade) > 3 else 1.0
                    self.blend(x, y, shade, cover * part)

    def glow(self, x, y, radius, tone, strength, falloff=2.0):
        """Light added round a point, none past `radius`."""
        unit, light = self.unit, tone
        x0, x1 = max(int((x - radius) * unit), 0), min(int((x + radius) * unit) + 2, self.width)
        y0, y1 = max(int((y - radius) * unit), 0), min(int((y + radius) * unit) + 2, self.height)
        for py in range(y0, y1):
            dy = (py + 0.5) / unit - y
            for px in range(x0, x1):
                d = math.hypot((px + 0.5) / unit - x, dy) / radius
                if d < 1:
                    part = strength * (1 - d) ** falloff
                    i = 3 * (py * self.width + px)
                    for n in range(3):
                        # Screen: light over light never burns out.
                        p = self.pixels[i + n]
                        self.pixels[i + n] = p + (255 - p) * light[n] / 255 * part

    def disc(self, x, y, radius, tone, part=1.0):
        unit = self.unit
        for py in range(int((y - radius) * unit) - 1, int((y + radius) * unit) + 2):
            for px in range(int((x - radius) * unit) - 1, int((x + radius) * unit) + 2):
                d = math.hypot((px + 0.5) / unit - x, (py + 0.5) / unit - y)
                cover = min(max((radius - d) * unit + 0.5, 0.0), 1.0)
                if cover > 0:
                    self.blend(px, py, tone, cover * part)

    def sample(self, x, y):
        """The pixel at a point in pixels, between its four neighbours."""
        x = min(max(x, 0.0), self.width - 1.001)
        y = min(max(y, 0.0), self.height - 1.001)
        i, j = int(x), int(y)
        u, v = x - i, y - j
        p, k = self.pixels, 3 * (j * self.width + i)
        below = k + 3 * self.width
        return [(p[k + n] * (1 - u) + p[k + 3 + n] * u) * (1 - v)
                + (p[below + n] * (1 - u) + p[below + 3 + n] * u) * v for n in range(3)]

    def bytes(self, grain=0.8, seed=1):
        """Rows of RGB bytes, dithered: a grain of about one level hides every band."""
        r = random.Random(seed)
        noise = [r.gauss(0, grain) for _ in range(65536)]
        out, k = bytearray(len(self.pixels)), 0
        for i in range(0, len(self.pixels), 3):
            if i % 8192 == 0:
                k = r.randrange(60000)
            n = noise[k + (i // 3) % 2731] + 0.5
            for c in range(3):
                out[i + c] = min(max(int(self.pixels[i + c] + n), 0), 255)
        return bytes(out)

    def save(self, path, quality=3, grain=0.8):
        """Writes a JPEG by FFmpeg; quality 2 (best)...31."""
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
             f"{self.width}x{self.height}", "-i", "-", "-frames:v", "1", "-pix_fmt", "yuvj420p",
             "-huffman", "optimal", "-q:v", str(quality), "-bitexact", path],
            input=self.bytes(grain), check=True)
