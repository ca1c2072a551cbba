"""Worker processes killed and stopped under a running show."""
import collections, os, random, signal, time

from bench import Bench, COLOURS, await_colour, colour_now, film, solid_png, test

KILLS = 200


def mixed_show(bench):
    names = [bench.colour(name) for name in COLOURS]
    movie = film(bench.path('film.mp4'), 2)
    return bench.list(names[:3] + [movie] + names[3:])


def card_stands(screen):
    """The card of a film whose worker died, until the next item is there: its button is grey."""
    return 40 <= max(screen.pixel(.42, .58)) <= 90


def watched(player, screen, seconds, strike=None, random_moments=None):
    """What was seen and how much the player used meanwhile; `strike` at each moment."""
    seen = collections.Counter()
    most = {'descriptors': 0, 'threads': 0, 'memory': 0.0}
    last, changed, longest, black, reads = None, time.monotonic(), 0.0, 0, 0
    begun = look = time.monotonic()
    moment = begun
    while player.lives() and time.monotonic() - begun < seconds:
        name = colour_now(screen)
        now = time.monotonic()
        reads += 1
        black += name == 'black' and not card_stands(screen)
        if name != last:
            seen[name] += 1
            longest = max(longest, now - changed)
            last, changed = name, now
        if strike and now >= moment:
            struck = strike()
            if struck is None:
                break
            # Where no worker lives at the moment, the next one is struck as soon as it is seen.
            moment = now + (random_moments() if struck else 0)
        if now >= look:
            look = now + .1
            most['descriptors'] = max(most['descriptors'], player.descriptors())
            most['threads'] = max(most['threads'], player.threads())
            most['memory'] = max(most['memory'], player.memory())
        time.sleep(.003)
    rate = reads / (time.monotonic() - begun)
    return {'seen': seen, 'most': most, 'longest': longest, 'black': black, 'rate': rate}


def used(before, after):
    return ', '.join(f'{k} {before[k]:.6g} -> {after[k]:.6g}' for k in before)


@test
def workers_killed(bench: Bench):
    """200 workers killed at random moments: the show goes on, nothing is lost or left behind."""
    screen = bench.screen()
    player = bench.play(screen, '--duration', '0.4', '--transition-duration', '0.2',
                        mixed_show(bench))
    bench.check('begins', await_colour(screen, 'red', 5))
    chance, killed = random.Random(20), collections.Counter()

    def strike():
        workers = player.workers()
        if not workers:
            return False
        victim = chance.choice(workers)
        try:
            with open(f'/proc/{victim}/cmdline') as f:
                kind = f.read().split('\0')[0].rpartition('/')[2]
            os.kill(victim, signal.SIGKILL)
            killed[kind] += 1
        except OSError:
            return False
        return True if sum(killed.values()) < KILLS else None

    time.sleep(30)  # The memory of a show that has only begun still grows.
    before = watched(player, screen, 12)
    during = watched(player, screen, 240, strike, lambda: chance.uniform(.1, .7))
    calm = watched(player, screen, 12)
    after = watched(player, screen, 12)
    bench.check('200 killed, the player lives', player.lives() and sum(killed.values()) == KILLS,
                dict(killed))
    bench.check('no black frame', during['black'] == 0 and during['rate'] >= 100,
                f"{during['black']} black reads, {during['rate']:.0f} reads/s")
    bench.check('good items keep appearing', min(during['seen'][n] for n in COLOURS) >= 2
                and during['longest'] < 4, f"{dict(during['seen'])}, longest stand "
                f"{during['longest']:.2f} s")
    bench.check('afterwards all of it plays', min(after['seen'][n] for n in COLOURS) >= 2
                and after['seen']['other'] >= 2, f"{dict(after['seen'])}; calm "
                f"{dict(calm['seen'])}")
    bench.check('descriptors and threads are as before, memory does not grow',
                after['most']['descriptors'] <= before['most']['descriptors']
                and after['most']['threads'] <= before['most']['threads']
                and after['most']['memory'] <= before['most']['memory'] + 8,
                used(before['most'], after['most']))
    named = [line for line in player.log.splitlines() if 'skipped' in line]
    bench.check('no still is blamed', not any('.png' in line for line in named), named[:3])


@test
def picture_workers_stopped(bench: Bench):
    """SIGSTOP of the picture workers: the item is given up after 10 s and named."""
    screen = bench.screen()
    items = [bench.colour(name) for name in ('red', 'green', 'blue')]
    items += [bench.write(f'more{k}.png', solid_png(COLOURS['yellow'])) for k in range(6)]
    player = bench.play(screen, '--duration', '1', '--transition', 'cut', bench.list(items))
    await_colour(screen, 'red', 5)
    begun = time.monotonic()
    stopped = player.workers()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    after = None
    while time.monotonic() - begun < 30 and after is None:
        if 'took longer' in player.log and await_colour(screen, 'yellow', 5) is not None:
            after = time.monotonic() - begun
        time.sleep(.05)
    lines = [line for line in player.log.splitlines() if 'skipped' in line]
    bench.check('given up, named, the show goes on', after and 1 <= len(lines) <= 2
                and after < 25, f'{after and round(after, 1)} s, {len(stopped)} stopped: {lines}')
    time.sleep(1)
    left = [pid for pid in stopped if os.path.exists(f'/proc/{pid}')]
    bench.check('what hung is gone', len(left) <= 1, f'{len(left)} of {len(stopped)} left')


@test
def film_worker_stopped(bench: Bench):
    """SIGSTOP of the worker of the film that plays: given up after 4 s, named."""
    screen = bench.screen()
    movie = film(bench.path('film.mp4'), 30)
    player = bench.play(screen, '--duration', '1', '--transition', 'cut', movie,
                        bench.colour('green'))
    time.sleep(3)
    begun = time.monotonic()
    for pid in player.workers():
        os.kill(pid, signal.SIGSTOP)
    green = await_colour(screen, 'green', 25)
    bench.check('the next item comes', green is not None and green < 16, f'{green} s')
    lines = player.skipped('film.mp4')
    bench.check('the film is named once', len(lines) == 1, lines)
    end = player.signal(signal.SIGTERM)
    bench.check('ends at once', end and end[0] == 0 and end[1] <= .5, f'exit, seconds {end}')
