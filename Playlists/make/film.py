"""The film of the demo: a boat on a sea of paper, seven seconds that end where they began.

Every wave goes a whole number of times through its length in the seven seconds, and every bell's
end runs on over the film's beginning, so that neither picture nor sound has a seam.
"""
import array
import math
import random
import struct
import subprocess
import wave

from canvas import Canvas, Gradient, Noise, color, mix, oklab, rgb

WIDTH, HEIGHT, RATE, SECONDS = 1280, 720, 30, 7
SUN = 815  # Where it stands, pixels from the left.

# Height of the water line; colour at the crest and in the deep; (height, length, turns, phase).
SEAS = [
    (398, "#e7a983", "#a9808f", [(5, 310, 1, 0.3), (3, 130, -1, 1.0)]),
    (425, "#b98a98", "#6c6c90", [(9, 420, -1, 2.1), (4, 170, 2, 0.2)]),
    (468, "#7f7c9f", "#434f7c", [(14, 520, 1, 4.0), (6, 210, -2, 2.2)]),
    (528, "#4f6391", "#263a66", [(19, 640, -1, 0.9), (8, 260, 2, 5.1)]),
    (605, "#3a5588", "#14244a", [(24, 760, 1, 3.3), (9, 300, -2, 1.4)]),
]
BOAT = 2  # It floats on this sea.


def level(sea, x, part):
    base, _, _, swells = sea
    return base + sum(high * math.sin(math.tau * (x / long + turns * part) + phase)
                      for high, long, turns, phase in swells)


def sky():
    """The sky as columns of RGB bytes, top to bottom."""
    c = Canvas(HEIGHT)
    tones = Gradient((0, "#3d4f86"), (0.35, "#8a6f97"), (0.7, "#e59a80"), (1, "#fbd29d"))
    haze = Noise(51)
    c.fill(lambda x, y: tuple(
        v + 10 * haze.cloud(x / 640, y / 80, 4) for v in tones.at(y / 620)))
    c.glow(SUN * 1.5, 500, 640, (255, 224, 170), 0.5, 2.2)
    c.disc(SUN * 1.5, 500, 74, (255, 242, 214))
    flat = c.bytes(0.6)
    row = 3 * WIDTH
    return [b"".join(flat[y * row + 3 * x:y * row + 3 * x + 3] for y in range(HEIGHT))
            for x in range(WIDTH)]


def water(sea):
    """The sea's own column, crest to deep, at 33 strengths of sunlight."""
    draw = random.Random(sea[0])
    crest, deep = oklab(sea[1]), oklab(sea[2])
    columns = []
    for light in range(33):
        column = bytearray()
        for y in range(HEIGHT):
            tone = mix(crest, deep, 1 - math.exp(-y / 90))
            tone = rgb(mix(tone, oklab("#ffdca6"), 0.016 * light * math.exp(-y / 60)))
            column += bytes(min(max(int(v + draw.gauss(0.5, 0.5)), 0), 255) for v in tone)
        columns.append(bytes(column))
    return columns


def boat_spans(x, sway):
    """What of the boat a column crosses: (top, bottom, colour), relative to its water line."""
    hull, sail, jib = color("#3a2238"), color("#fbeedd"), color("#d6573f")
    spans = []
    if -46 <= x <= 46:
        spans.append((-11 - 0.0012 * x * x, 8 - 0.006 * x * x, hull))
    top = x - 1.5 + sway
    if 3 <= top <= 52:
        spans.append((-128 + 2.25 * top, -17, jib))
    if -44 <= top <= -2:
        spans.append((-136 - 2.6 * top, -17, sail))
    if abs(x - sway * 0.4) <= 1:
        spans.append((-142, -10, hull))
    return spans


def edge(column, top, tone):
    """Lays the first, partly covered pixel of what begins at `top`."""
    y = int(top)
    if not 0 <= y < HEIGHT:
        return
    part = 1 - (top - y)
    for n in range(3):
        k = 3 * y + n
        column[k] = int(column[k] + (tone[n] - column[k]) * part)


def frame(index, heavens, waters, glints):
    """One frame as columns; FFmpeg turns it."""
    part = index / (RATE * SECONDS)
    boat_x = 452
    keel = level(SEAS[BOAT], boat_x, part) * 0.5 + 0.25 * sum(
        level(SEAS[BOAT], boat_x + side, part) for side in (-30, 30))
    sway = 5 * math.sin(math.tau * part * 2 + 1)
    out = []
    for x in range(WIDTH):
        column = bytearray(heavens[x])
        for n, sea in enumerate(SEAS):
            if n == BOAT:
                for top, bottom, tone in boat_spans(x - boat_x, sway):
                    first, last = int(keel + top) + 1, int(keel + bottom)
                    if last > first:
                        column[3 * first:3 * last] = bytes(int(v) for v in tone) * (last - first)
                        edge(column, keel + top, tone)
            top = level(sea, x, part)
            tones = waters[n][round(32 * math.exp(-((x - SUN) / (90 + 60 * n)) ** 2))]
            first = int(top) + 1
            column[3 * first:] = tones[:3 * (HEIGHT - first)]
            edge(column, top, tones[:3])
        out.append(column)
    for glint in glints:
        sparkle(out, glint, part)
    return b"".join(out)


def scatter(count=170):
    """Glints of the sun on the seas: (sea, x, depth, half a length, turns, phase)."""
    draw = random.Random(6)
    return [(n, SUN + draw.gauss(0, 26 + 26 * n), draw.uniform(3, 26 + 14 * n),
             draw.uniform(5, 9 + 5 * n), draw.choice([-2, -1, 1, 2, 3]), draw.random())
            for n in (draw.choice([0, 1, 2, 2, 3, 3, 4, 4]) for _ in range(count))]


def sparkle(columns, glint, part):
    """A short stroke that rides on its sea and comes and goes."""
    n, x0, depth, half, turns, phase = glint
    bright = 0.85 * max(math.sin(math.tau * (turns * part + phase)), 0)
    tone = (255, 236, 196)
    for x in range(max(int(x0 - half), 0), min(int(x0 + half) + 1, WIDTH)):
        y = level(SEAS[n], x, part) + depth
        if n + 1 < len(SEAS) and y > level(SEAS[n + 1], x, part) - 2:
            continue
        strong = bright * max(1 - ((x - x0) / half) ** 2, 0)
        for row, cover in ((int(y), 1 - y % 1), (int(y) + 1, 1), (int(y) + 2, y % 1)):
            for k in range(3 * row, min(3 * row + 3, 3 * HEIGHT)):
                old = columns[x][k]
                columns[x][k] = int(old + (tone[k % 3] - old) * strong * cover)


def sound(path):
    """Slow bells over the breath of the sea; stereo, 48 kHz."""
    rate = 48_000
    count = rate * SECONDS
    sides = [array.array("d", bytes(8 * count)) for _ in range(2)]
    # A pentatonic chord; seconds, hertz, place from left to right.
    bells = [(0.0, 293.66, 0.35), (0.9, 440.0, 0.6), (1.75, 587.33, 0.45), (2.8, 369.99, 0.7),
             (3.5, 220.0, 0.5), (4.35, 493.88, 0.3), (5.2, 659.26, 0.65), (6.0, 329.63, 0.4)]
    for begin, pitch, place in bells:
        bell(sides, count, rate, begin, pitch, place)
    breath(sides, count, rate)
    top = max(max(map(abs, side)) for side in sides)
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        loud = 0.5 * 32767 / top
        file.writeframes(b"".join(
            struct.pack("<hh", int(a * loud), int(b * loud)) for a, b in zip(*sides)))


def bell(sides, count, rate, begin, pitch, place):
    # Partials of a small bell: ratio, strength, seconds to fall to 1/e.
    for ratio, strong, fall in ((1, 1, 1.3), (2.004, 0.35, 0.8), (3.01, 0.13, 0.45), (0.5, 0.3, 1.6)):
        turn = math.tau * pitch * ratio / rate
        for n in range(int(min(5 * fall, 6.5) * rate)):
            value = strong * math.sin(turn * n) * math.exp(-n / rate / fall) * min(n / 900, 1)
            k = (int(begin * rate) + n) % count
            sides[0][k] += value * (1 - place)
            sides[1][k] += value * place


def breath(sides, count, rate):
    """Noise through a low pass that opens and closes twice; its end is blended into its start."""
    draw = random.Random(2)
    lap = rate
    for side in sides:
        low, smooth_low, noise = 0.0, 0.0, []
        for n in range(count + lap):
            swell = 0.5 - 0.5 * math.cos(math.tau * 2 * n / count)
            low += (draw.uniform(-1, 1) - low) * (0.02 + 0.05 * swell)
            smooth_low += (low - smooth_low) * 0.2
            noise.append(smooth_low * (0.25 + 0.75 * swell))
        for n in range(count):
            value = noise[n]
            if n < lap:
                part = math.sqrt(n / lap), math.sqrt(1 - n / lap)
                value = noise[n] * part[0] + noise[count + n] * part[1]
            side[n] += 1.1 * value


def film(path, scratch):
    """Writes H.264 and AAC in an MP4."""
    bells = scratch + "/bells.wav"
    sound(bells)
    heavens, waters, glints = sky(), [water(sea) for sea in SEAS], scatter()
    coder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-s", f"{HEIGHT}x{WIDTH}", "-r", str(RATE), "-i", "-", "-i", bells,
         "-vf", "transpose=0,scale=out_color_matrix=bt709:out_range=tv",
         "-c:v", "libx264", "-preset", "slow", "-crf", "21", "-pix_fmt", "yuv420p",
         "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
         "-g", "60", "-c:a", "aac", "-b:a", "96k", "-t", str(SECONDS),
         "-movflags", "+faststart", "-fflags", "+bitexact", "-flags", "+bitexact", path],
        stdin=subprocess.PIPE)
    for index in range(RATE * SECONDS):
        coder.stdin.write(frame(index, heavens, waters, glints))
    coder.stdin.close()
    if coder.wait() != 0:
        raise RuntimeError("ffmpeg failed")
