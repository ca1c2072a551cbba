"""The pictures of the demo: a day at the water, from dawn to night, in one family of colours."""
import math
import random

from canvas import Canvas, Gradient, Noise, color, mix, oklab, rgb, smooth

W, H = 1920, 1080  # The units that lengths are given in.


def dawn(height):
    """Ranges of hills behind each other, the mist between them lit by a low sun."""
    c = Canvas(height)
    sky = Gradient((0, "#5b7fa6"), (0.35, "#a9b7c4"), (0.55, "#f0cfae"), (0.72, "#f7b98a"), (1, "#f2a47c"))
    c.fill(lambda x, y: sky.at(y / 880))
    c.glow(1290, 520, 820, (255, 214, 160), 0.55, 2.2)
    c.disc(1290, 520, 62, (255, 243, 216))
    c.glow(1290, 520, 190, (255, 236, 196), 0.7, 2.4)
    ranges = 8
    for n in range(ranges):
        t = n / (ranges - 1)
        noise = Noise(40 + n)
        near = mix(oklab("#dba88f"), oklab("#1d2f45"), t ** 0.85)
        near = mix(near, oklab("#4d6c8c"), 0.35 * math.sin(math.pi * t))
        base, tall, wide = 500 + 480 * t ** 1.25, 70 + 150 * t, 520 - 160 * t
        mist = rgb(mix(oklab("#f6cfae"), oklab("#7d97ae"), t))
        solid = rgb(near)

        def hill(x, octaves, noise=noise, base=base, tall=tall, wide=wide):
            return base - tall * (0.35 + noise.ridge(x / wide, octaves, 0.44))

        def edge(x, noise=noise, hill=hill, t=t):
            if t < 0.8:
                return hill(x, 6)
            return hill(x, 5) - 13 * t * max(noise.line(x / 7), 0) - 9 * max(noise.line(x / 3.1), 0)

        def tone(x, y, depth, hill=hill, solid=solid, mist=mist, t=t):
            # The mist follows the hill's large shape, not its trees.
            veil = (0.62 - 0.4 * t) * smooth(0, 230 - 60 * t, y - hill(x, 2))
            light = max(0, 1 - math.hypot(x - 1290, (y - 560) * 1.4) / 1100) * (1 - t) * 26
            return tuple(a + (b - a) * veil + light * k
                         for a, b, k in zip(solid, mist, (1.1, 0.7, 0.35)))

        c.ground(edge, tone)
    return c


def dunes(height):
    """Sand: crests with a lit side and a side in the shade, and the wind's ripples."""
    c = Canvas(height)
    sky = Gradient((0, "#2f6f93"), (0.5, "#8fb9c4"), (0.85, "#f3dcbc"), (1, "#f6d3a6"))
    c.fill(lambda x, y: sky.at(y / 560))
    c.glow(420, 470, 700, (255, 232, 190), 0.4, 2)
    layers = [(470, 40, 900, "#e8bd8d", "#c9906c"), (540, 75, 760, "#e6b079", "#b3755a"),
              (650, 120, 900, "#e3a066", "#94553f"), (800, 170, 1150, "#d98a50", "#6d3a33"),
              (985, 200, 1300, "#c06f3e", "#3f2230")]
    for n, (base, tall, wide, lit, dark) in enumerate(layers):
        noise, ripple = Noise(70 + n), Noise(170 + n)
        light, shade = color(lit), color(dark)

        def edge(x, noise=noise, base=base, tall=tall, wide=wide):
            # Pointed crests: the absolute value of smooth noise has creases.
            a = 1 - abs(noise.line(x / wide * 1.6 + 3)) * 1.7
            return base - tall * (a - 0.35 + 0.25 * noise.line(x / wide * 3 + 11))

        def tone(x, y, depth, edge=edge, noise=noise, ripple=ripple, light=light, shade=shade, n=n, tall=tall):
            # The crest line wanders down the slope towards the viewer: left of it light, right shade.
            bend = x - depth * (0.9 + 0.5 * noise.line(depth / 160 + 5)) - 30 * noise.line(depth / 70)
            slope = edge(bend + 6) - edge(bend - 6)
            side = smooth(-2.2, 2.6, slope)
            fall = smooth(0, 420, depth)
            sand = 5 * math.sin((y * 0.55 + 16 * ripple.plane(x / 170, y / 60)) * (0.75 - 0.09 * n))
            sand *= (0.25 + 0.75 * smooth(20, 140, depth)) * (n / 4)
            part = min(max(side * 0.85 + fall * 0.28, 0), 1)
            return tuple(a + (b - a) * part + sand for a, b in zip(light, shade))

        c.ground(edge, tone)
    return c


def waves(height):
    """A print of fans, the old pattern for the sea, and a sun behind it."""
    c = Canvas(height)
    paper, noise = color("#f1e6d2"), Noise(5)
    c.fill(lambda x, y: tuple(p + 4 * noise.cloud(x / 260, y / 40, 3) for p in paper))
    c.disc(1310, 380, 235, color("#d6573f"))
    inks = [oklab(t) for t in ("#14304f", "#1f4e79", "#2f6f9f", "#5f9cb9", "#9cc3c8")]
    size, choose = 148, random.Random(12)
    rows = 15
    for row in range(rows):
        y = 430 + row * size * 0.5
        shift = size if row % 2 else 0
        for column in range(-1, 9):
            x = column * 2 * size + shift
            swell = 46 * math.sin(x / 330 + 0.6) + 26 * math.sin(x / 170 + 2)
            fan(c, x, y + size + swell * (1 - row / rows), size, row / rows, inks, paper,
                choose.random())
    return c


def fan(c, x, y, size, depth, inks, paper, chance):
    """One fan: rings of ink on paper, darker towards the viewer."""
    start = mix(inks[4], inks[1], depth)
    end = mix(inks[2], inks[0], depth)
    rings = 5
    for ring in range(rings):
        radius = size * (1 - ring / rings) - 1
        tone = mix(start, end, (ring + 0.6 * chance) / rings)
        c.disc(x, y, radius + 1, paper)
        c.disc(x, y, radius - 6, rgb(tone))


def panels(height):
    """Three panels, one picture: what the program is called after."""
    c = Canvas(height)
    wall = Gradient((0, "#e9e2d6"), (1, "#d8cfc0"))
    c.fill(lambda x, y: wall.at((x + y) / 3000))
    grounds = [Gradient((0, "#1f3b57"), (1, "#2c5a78")), Gradient((0, "#f0d9b5"), (1, "#e9bd8b")),
               Gradient((0, "#b4472f"), (1, "#8e3230"))]
    frames = [(150, 640), (680, 1240), (1280, 1770)]
    top, bottom = 130, 950
    shapes = panel_shapes()

    def shade(x, y):
        for k, (left, right) in enumerate(frames):
            if left <= x < right and top <= y < bottom:
                tone = grounds[k].at((y - top) / (bottom - top))
                for inside, tones in shapes:
                    part = inside(x, y)
                    if part > 0:
                        tone = tuple(a + (b - a) * part for a, b in zip(tone, tones[k]))
                return tone
        base = wall.at((x + y) / 3000)
        # The panels' shadow on the wall.
        dark = max(panel_shadow(x, y, left, right, top, bottom) for left, right in frames)
        return tuple(v * (1 - 0.34 * dark) for v in base)

    c.fill(shade)
    return c


def panel_shadow(x, y, left, right, top, bottom):
    dx = max(left + 14 - x, x - right - 10, 0)
    dy = max(top + 18 - y, y - bottom - 18, 0)
    return (1 - smooth(0, 44, math.hypot(dx, dy))) if dx or dy else 1.0


def panel_shapes():
    """Shapes that run through all three panels, each in the colours of the panel it crosses."""
    def disc(cx, cy, radius):
        return lambda x, y: min(max(radius - math.hypot(x - cx, y - cy) + 0.5, 0), 1)

    def ring(cx, cy, radius, width):
        return lambda x, y: min(max(width / 2 - abs(math.hypot(x - cx, y - cy) - radius) + 0.5, 0), 1)

    def below(a, b, bow):
        def part(x, y):
            t = (x - 150) / 1620
            return min(max(y - (a + (b - a) * t - bow * math.sin(math.pi * t)) + 0.5, 0), 1)
        return part

    def tones(*texts):
        return [color(t) for t in texts]

    shapes = [(disc(960, 520, 330), tones("#3f7f9b", "#c9512f", "#d9764a"))]
    for n in range(5):
        shapes.append((ring(960, 520, 400 + 62 * n, 9), tones("#7fb3bd", "#c98d5a", "#e9a877")))
    shapes += [
        (disc(960, 520, 180), tones("#f0d9b5", "#f6e7c8", "#f0d9b5")),
        (below(760, 610, -60), tones("#16304a", "#1f4e6b", "#5f2430")),
        (below(840, 760, 40), tones("#f0d9b5", "#b4472f", "#e9bd8b")),
        (below(900, 850, -20), tones("#c9512f", "#16304a", "#1f3b57")),
        (disc(330, 330, 62), tones("#f0d9b5", "#f0d9b5", "#f0d9b5")),
        (disc(1620, 640, 34), tones("#f0d9b5", "#f0d9b5", "#f6e7c8")),
    ]
    return shapes


def skyline(height):
    """A city at dusk, its windows coming on, and the river that shows it again."""
    c = Canvas(height)
    shore = 760
    sky = Gradient((0, "#1b2a4d"), (0.4, "#4d4a7d"), (0.68, "#b8647a"), (0.88, "#f09a6c"), (1, "#f8c48a"))
    haze = Noise(21)

    def air(x, y):
        cloud = haze.cloud(x / 620, y / 90, 4)
        return tuple(v + 16 * cloud * k for v, k in zip(sky.at(y / shore), (1, 0.75, 0.7)))

    c.fill(air)
    c.glow(1400, shore, 760, (255, 190, 120), 0.45, 2)
    draw = random.Random(8)
    tones = [("#b06e80", 330, 0.05), ("#79557a", 400, 0.3), ("#4a4069", 430, 0.5), ("#262a4c", 380, 0.8)]
    for text, tall, lit in tones:
        buildings(c, draw, color(text), shore, tall, lit)
    mirror(c, shore, Noise(31), 0.72, color("#23264a"))
    return c


def buildings(c, draw, tone, shore, tall, lit):
    x, centre = -20.0, draw.uniform(700, 1150)
    while x < W:
        width = draw.uniform(44, 120)
        peak = 0.3 + 0.7 * math.exp(-((x - centre) / 560) ** 2)
        top = shore - tall * peak * draw.uniform(0.45, 1.0)
        block(c, x, top, width, shore, tone)
        kind = draw.random()
        if kind < 0.3:
            block(c, x + width * 0.25, top - 26, width * 0.5, top, tone)
        if kind < 0.12:
            block(c, x + width * 0.49, top - 92, 3, top, tone)
        windows(c, draw, x, top, width, shore, lit)
        x += width + draw.choice([0, 0, 0, 26, 60])


def block(c, x, top, width, bottom, tone):
    u = c.unit
    for px in range(round(x * u), max(round((x + width) * u), round(x * u) + 1)):
        for py in range(max(round(top * u), 0), round(bottom * u)):
            # A little lighter towards the ground, where the haze of the river lies.
            rise = 22 * (py / u - top) / max(bottom - top, 1)
            c.blend(px, py, tuple(v + rise * k for v, k in zip(tone, (1, 0.7, 0.6))), 1)


def windows(c, draw, x, top, width, bottom, lit):
    warm = [color(t) for t in ("#ffd98f", "#ffc46b", "#ffe9bf", "#ffb65c")]
    step_x, step_y = draw.choice([(11, 15), (13, 18), (16, 13)])
    y = top + 14
    while y < bottom - 16:
        dark_floor = draw.random() < 0.25
        wx = x + 8
        while wx < x + width - 10:
            if not dark_floor and draw.random() < 0.42 * lit:
                block_flat(c, wx, y, 5, 7, draw.choice(warm), draw.uniform(0.35, 0.95) * lit)
            wx += step_x
        y += step_y


def block_flat(c, x, y, width, height, tone, part):
    u = c.unit
    for px in range(round(x * u), max(round((x + width) * u), round(x * u) + 1)):
        for py in range(round(y * u), max(round((y + height) * u), round(y * u) + 1)):
            c.blend(px, py, tone, part)


def mirror(c, shore, noise, strength, deep):
    """Water below `shore`: what stands above, upside down, broken by small waves."""
    u = c.unit
    line = round(shore * u)
    for py in range(line, c.height):
        depth = (py - line) / u
        part = strength * (1 - 0.45 * smooth(0, H - shore, depth))
        for px in range(c.width):
            x = px / u
            wave = noise.plane(x / (60 + depth * 0.7), depth / (3.5 + depth * 0.045) + 7)
            fine = noise.plane(x / 23, depth / (2.2 + depth * 0.02) + 91)
            shift = (wave * 2.4 + fine) * (1.2 + depth * 0.075)
            seen = c.sample(px + 0.5 * shift * u, 2 * line - py - 1 - abs(shift) * 1.6 * u)
            i = 3 * (py * c.width + px)
            for n in range(3):
                c.pixels[i + n] = deep[n] + (seen[n] - deep[n]) * part
    # A thin line of mist where land meets water.
    for py in range(max(line - 3, 0), line + 3):
        for px in range(c.width):
            c.blend(px, py, tuple(v + 70 for v in deep), 0.25 * (1 - abs(py - line) / 4))


def stars(c, draw, count, lowest):
    tints = [(255, 255, 255), (214, 228, 255), (255, 236, 214)]
    for _ in range(count):
        x, y = draw.uniform(0, W), draw.uniform(0, 1) ** 1.2 * lowest
        bright = draw.random() ** 4
        fade = 1 - 0.75 * (y / lowest) ** 2
        c.glow(x, y, 1.3 + 2.6 * bright, draw.choice(tints), (0.35 + 0.65 * bright) * fade, 1.3)
        if bright > 0.86:
            c.glow(x, y, 11, (190, 210, 255), 0.25 * fade, 2.5)


def aurora(height):
    """Northern lights over a lake in the mountains."""
    c = Canvas(height)
    shore = 680
    sky = Gradient((0, "#050a1c"), (0.55, "#0b2036"), (1, "#20535c"))
    c.fill(lambda x, y: sky.at(y / shore))
    stars(c, random.Random(4), 900, shore * 0.95)
    curtains = [(330, 60, 0.7, "#47e0c8", 13, 420), (430, 62, 1.35, "#3df2a0", 3, 560),
                (520, 34, 0.8, "#5be8b0", 27, 420)]
    for base, sway, power, tone, seed, tall in curtains:
        curtain(c, base, sway, power, color(tone), Noise(seed), tall)
    for n, (base, tall, wide, text) in enumerate(
            [(668, 190, 330, "#15333f"), (690, 150, 260, "#0c212e"), (692, 62, 150, "#06121c")]):
        noise, tone = Noise(60 + n), color(text)
        c.ground(lambda x, noise=noise, base=base, tall=tall, wide=wide:
                 base - tall * max(0.2 + noise.ridge(x / wide, 7, 0.5), -0.04),
                 lambda x, y, depth, tone=tone: tuple(v + 9 * smooth(0, 160, depth) for v in tone))
    mirror(c, shore, Noise(33), 0.8, color("#06121e"))
    return c


def curtain(c, base, sway, power, tone, noise, tall):
    """Rays that rise from a swaying foot, green below and violet above."""
    u = c.unit
    high = color("#7a4fe0")
    for px in range(c.width):
        x = px / u
        foot = base + sway * 2.2 * noise.line(x / 420) + sway * noise.line(x / 160 + 8) + 0.09 * (x - 960)
        fold = 0.55 + 0.45 * noise.line(x / 95 + 40)
        ray = 0.7 + 0.3 * noise.line(x / 15 + 3) * (0.5 + 0.5 * noise.line(x / 210 + 77))
        bright = power * fold * ray * (0.55 + 0.45 * noise.line(x / 380 + 19))
        length = tall * (0.75 + 0.35 * noise.line(x / 60 + 5))
        for py in range(max(int((foot - length) * u), 0), min(int((foot + 90) * u), c.height)):
            up = (foot - py / u) / length
            part = bright * (smooth(-0.2, 0.06, up) * math.exp(-2.6 * max(up, 0)))
            part = min(max(part * 0.85, 0), 1)
            blend = smooth(0.25, 0.95, up)
            i = 3 * (py * c.width + px)
            for n in range(3):
                light = (tone[n] + (high[n] - tone[n]) * blend) * part
                c.pixels[i + n] += (255 - c.pixels[i + n]) / 255 * light


def night(height):
    """The moon over a lake: the end of the day, and of the show."""
    c = Canvas(height)
    shore = 650
    sky = Gradient((0, "#0a1330"), (0.5, "#1c2f5a"), (0.82, "#43598a"), (1, "#8592ae"))
    haze = Noise(14)

    def air(x, y):
        way = math.exp(-(((y - 80) - (x - 300) * 0.33) / 150) ** 2)
        dust = way * max(0.25 + haze.cloud(x / 190, y / 150, 5), 0)
        return tuple(v + 62 * dust * k for v, k in zip(sky.at(y / shore), (0.8, 0.85, 1.0)))

    c.fill(air)
    c.glow(620, 390, 560, (190, 208, 255), 0.4, 2.4)
    for n, (base, tall, wide, text) in enumerate(
            [(642, 150, 520, "#3c4f78"), (656, 120, 380, "#24355a"), (664, 56, 240, "#101c36")]):
        noise, tone = Noise(120 + n), color(text)
        c.ground(lambda x, noise=noise, base=base, tall=tall, wide=wide, n=n:
                 base - tall * max(0.25 + noise.ridge(x / wide, 6, 0.42), -0.02)
                 - (n == 2) * (9 * max(noise.line(x / 5), 0) + 10 * max(noise.line(x / 11), 0)),
                 lambda x, y, depth, tone=tone: tuple(v + 12 * smooth(0, 120, depth) for v in tone))
    mirror(c, shore, Noise(35), 0.78, color("#0c1730"))
    # Only now, so that the water holds their light but not their shapes.
    stars(c, random.Random(9), 1300, shore * 0.78)
    c.disc(620, 390, 60, (252, 246, 228))
    seas = Noise(88)
    for px in range(int(556 * c.unit), int(684 * c.unit)):
        for py in range(int(326 * c.unit), int(454 * c.unit)):
            x, y = px / c.unit, py / c.unit
            if math.hypot(x - 620, y - 390) < 58:
                c.blend(px, py, (196, 200, 206), 0.55 * smooth(0.05, 0.5, seas.cloud(x / 34, y / 34, 3)))
    glitter(c, 620, shore + 14, random.Random(3))
    return c


def glitter(c, x, top, draw):
    """The moon's path on the water: short strokes, wider and further apart towards the viewer."""
    for _ in range(900):
        depth = draw.random() ** 1.4 * (H - top)
        spread = 26 + 0.2 * depth
        cx, cy = draw.gauss(x, spread * 0.6), top + depth
        length, thick = draw.uniform(8, 22) + 0.055 * depth, 0.8 + 0.006 * depth
        bright = 0.55 * math.exp(-abs(cx - x) / spread) * draw.uniform(0.25, 1)
        u = c.unit
        for px in range(int((cx - length) * u), int((cx + length) * u) + 1):
            part = 1 - ((px / u - cx) / length) ** 2
            for py in range(int((cy - thick) * u), int((cy + thick) * u) + 1):
                if part > 0:
                    c.blend(px, py, (246, 240, 224), bright * part)


ALL = {
    "dawn.jpg": dawn, "dunes.jpg": dunes, "waves.jpg": waves, "panels.jpg": panels,
    "skyline.jpg": skyline, "aurora.jpg": aurora, "night.jpg": night,
}
