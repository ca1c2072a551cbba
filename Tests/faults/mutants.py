"""Mutated files between good neighbours."""
import os, re, shutil, subprocess, sys, time

from bench import Bench, SHARED, Skipped, png, test

COUNT = 500
LARGEST = 300_000  # bytes of a file that is mutated: the test is about damage, not size


def code(number):
    """A colour for each neighbour: brightness in even steps, none near black."""
    return tuple(40 + 20 * (number // 10 ** k % 10) for k in range(3))


def parents(bench):
    media = os.path.join(SHARED, 'media')
    if not os.path.isdir(media):
        raise Skipped('the shared folder is away')
    os.mkdir(bench.path('good'))
    for kind, most in (('images', 50), ('video', 20)):
        folder = os.path.join(media, kind)
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        paths = [p for p in paths if os.path.isfile(p) and 0 < os.path.getsize(p) < LARGEST]
        # So few that each kind of damage is done to each of them.
        for path in paths[::-(-len(paths) // most)]:
            shutil.copy(path, bench.path('good'))
    return bench.path('good')


def mutate(bench):
    good, folder = parents(bench), bench.path('bad')
    said = subprocess.run(
        [sys.executable, os.path.join(SHARED, 'tools', 'mutate.py'), good, folder, '--seed', '31',
         '--count', str(COUNT)], check=True, capture_output=True, text=True).stdout
    print('     ' + said.strip())
    return sorted(n for n in os.listdir(folder) if n != 'manifest.tsv')


def stripes(number):
    """Three bands, a digit of the number each."""
    shades = code(number)
    rows = b''.join((b'\0' + bytes((shade, 250, 250)) * 64) * 12 for shade in shades)
    return png(64, 36, rows)


def read_code(screen):
    """The number that stands on the screen; None: something else."""
    number = 0
    for k in range(3):
        red, green, blue = screen.pixel(.5, (k + .5) / 3)
        digit = round((red - 40) / 20)
        if green < 245 or blue < 245 or abs(red - 40 - 20 * digit) > 5 or not 0 <= digit <= 9:
            return None
        number += digit * 10 ** k
    return number


@test
def mutants_between_neighbours(bench: Bench):
    """Each neighbour of 500 damaged files appears, and each file that does not is named once."""
    names = mutate(bench)
    entries = []
    for number, name in enumerate(names):
        entries += [os.path.join('bad', name), f'ok/{number}.png']
        bench.write(f'ok/{number}.png', stripes(number))
    screen = bench.screen()
    player = bench.play(screen, '--duration', '0.2', '--transition', 'cut', '--loop', 'no',
                        '--video-duration', '0.1', '--log-level', 'debug', bench.list(entries))
    seen, black, longest, changed, last = set(), 0, 0.0, time.monotonic(), None
    peak, blind, looked, before, read = 0.0, set(), time.monotonic(), 0, 0
    while player.lives() and time.monotonic() - player.begun < 900:
        number = read_code(screen)
        now = time.monotonic()
        size = os.path.getsize(player.log_path)
        if now - looked > .1:  # The machine kept this test from looking: what passed is not known.
            with open(player.log_path, 'rb') as f:
                f.seek(before)
                passed = re.findall(rb'item (\d+) after', f.read(size - before))
            blind |= {int(item) // 2 - 1 for item in passed if int(item) % 2 == 0}
        looked, before, read = now, read, size
        if number != last:
            longest, changed, last = max(longest, now - changed), now, number
        if number is not None and number not in seen:
            seen.add(number)
            try:
                peak = max(peak, player.memory())
            except OSError:
                pass
        time.sleep(.004)
    took = time.monotonic() - player.begun
    end = player.ended(0)
    if os.environ.get('FAULTS_KEEP'):
        shutil.copy(player.log_path, os.environ['FAULTS_KEEP'])
    bench.check('lives to the end', end and end[0] == 0, f'exit {end and end[0]}, {took:.0f} s, '
                f'longest stand {longest:.1f} s, player at most {peak:.0f} MiB')
    missed = sorted(set(range(len(names))) - seen - blind)
    bench.check('every neighbour appears', not missed and len(blind) < 50,
                f'{len(seen)} of {len(names)}; {len(blind - seen)} passed while nobody could look; '
                f'missed {missed[:8]}')
    judge_names(bench, names, entries, player.log)


def judge_names(bench, names, entries, log):
    shown = {int(n) for n in re.findall(r'item (\d+) after', log)}
    bad = [n for k, n in enumerate(entries, 1) if n.startswith('bad/') and k not in shown]
    named = {n: len(re.findall(r'(?:skipped|; )[^\n;]*?' + re.escape(n) + ': .', log))
             for n in entries}
    unnamed = [n for n in bad if named[n] == 0]
    twice = [n for n, count in named.items() if count > 1]
    innocent = [n for n, count in named.items() if count and not n.startswith('bad/')]
    bench.check('each file that was not shown is named once', not unnamed and not twice
                and not innocent, f'{len(names) - len(bad)} shown, {len(bad)} not; '
                f'{len(unnamed)} unnamed {unnamed[:4]}, {len(twice)} twice {twice[:4]}, '
                f'good ones named {innocent[:4]}')
    lines = [line for line in log.splitlines() if 'debug' not in line]
    bench.check('without drowning the log', len(lines) < 150, f'{len(lines)} lines')
