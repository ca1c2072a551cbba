"""What lies around the program: closed streams, no home, lists beyond all measure."""
import os, time

from bench import Bench, await_colour, colours_seen, test

QUICK = ('--duration', '0.3', '--transition', 'cut', '--loop', 'no')


@test
def streams_closed(bench: Bench):
    """Standard output, error and input closed, full or gone: the show runs to its end."""
    screen = bench.screen()
    items = ['missing.png', bench.colour('red'), bench.colour('blue')]
    playlist = bench.list(items)
    full = os.open('/dev/full', os.O_WRONLY)
    reader, writer = os.pipe()
    os.close(reader)
    stopped_reader, stopped = os.pipe()  # Nobody reads it.
    os.set_blocking(stopped, False)
    try:
        while os.write(stopped, b'x' * 4096):
            pass
    except BlockingIOError:
        os.set_blocking(stopped, True)

    def close_all():
        for number in (0, 1, 2):
            os.close(number)

    for what, more in {
            'closed': {'preexec_fn': close_all},
            'a pipe without a reader': {'stdout': writer, 'stderr': writer},
            'a full disk': {'stdout': full, 'stderr': full},
            'a pipe that nobody empties': {'stdout': stopped, 'stderr': stopped}}.items():
        player = bench.play(screen, *QUICK, playlist, **more)
        seen = colours_seen(screen, 8, lambda: not player.lives())
        end = player.ended(1)
        bench.check(what, end and end[0] == 0 and {'red', 'blue'} <= set(seen),
                    f'exit {end and end[0]}, seen {seen}')
        player.close()
    for number in (full, writer, stopped, stopped_reader):
        os.close(number)


@test
def home_away(bench: Bench):
    """HOME unset, read-only, a file, or the root of nothing: the show is the same."""
    screen = bench.screen()
    playlist = bench.list([bench.colour('red'), bench.colour('blue')])
    os.mkdir(bench.path('sealed'))
    os.chmod(bench.path('sealed'), 0o555)
    os.mkdir(bench.path('locked'))
    os.chmod(bench.path('locked'), 0)
    user = 'nobody' if os.getuid() == 0 else None
    for what, drop, environment in (
            ('unset', ('HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'XDG_CACHE_HOME'), {}),
            ('read-only', ('XDG_CONFIG_HOME',), {'HOME': bench.path('sealed')}),
            ("another's", ('XDG_CONFIG_HOME',), {'HOME': bench.path('locked')}),
            ('missing', ('XDG_CONFIG_HOME',), {'HOME': '/nowhere'}),
            ('a file', ('XDG_CONFIG_HOME',), {'HOME': playlist}),
            ('empty', ('XDG_CONFIG_HOME',), {'HOME': ''})):
        player = bench.play(screen, *QUICK, playlist, user=user, drop=drop,
                            environment=environment)
        seen = colours_seen(screen, 8, lambda: not player.lives())
        end = player.ended(1)
        problems = [line for line in player.log.splitlines()
                    if 'error' in line or 'warn' in line]
        bench.check(f'HOME {what}', end and end[0] == 0 and {'red', 'blue'} <= set(seen)
                    and not problems, f'exit {end and end[0]}, seen {seen}, {problems[:2]}')
        player.close()


@test
def lists_beyond_measure(bench: Bench):
    """A line of megabytes, NULs, a list that names itself, lists in a circle."""
    screen = bench.screen()
    red, blue = bench.colour('red'), bench.colour('blue')
    files = {
        'one line of 8 MB': f'red.png\n{"x" * 8_000_000}\nblue.png\n',
        'a title of 4 MB': f'red.png\n#EXTINF:1,{"t" * 4_000_000}\nblue.png\n',
        'a million slashes': f'red.png\n{"/" * 1_000_000}\nblue.png\n',
        'a list that names itself': 'red.png\nself.m3u\nblue.png\n',
        'nonsense directives': 'red.png\n#TRIPTYCH: duration=nan zoom=-1 =\n#EXTINF:1e999,x\n'
                               'blue.png\n'}
    for what, text in files.items():
        playlist = bench.write('self.m3u', text)
        player = bench.play(screen, *QUICK, playlist)
        seen = colours_seen(screen, 12, lambda: not player.lives())
        end = player.ended(1)
        size = os.path.getsize(player.log_path)
        bench.check(what, end and end[0] == 0 and {'red', 'blue'} <= set(seen) and size < 20_000,
                    f'exit {end and end[0]}, {time.monotonic() - player.begun:.1f} s, '
                    f'log {size} bytes, seen {seen}')
        player.close()


def missing_list(bench, good):
    return bench.list([*good, *(f'gone/{k}.jpg' for k in range(100_000))], 'huge.m3u')


@test
def a_hundred_thousand_missing(bench: Bench):
    """100,000 entries that are not there cost neither a flooded log nor the machine."""
    screen = bench.screen()
    player = bench.play(screen, missing_list(bench, []))
    end = player.ended(120)
    lines = len(player.log.splitlines())
    bench.check('nothing else: exit 1, few lines', end and end[0] == 1 and lines < 120,
                f'exit, seconds {end}, {lines} lines')
    player.close()
    good = [bench.colour('red'), bench.colour('blue')]
    player = bench.play(screen, '--duration', '0.3', '--transition', 'cut',
                        missing_list(bench, good))
    bench.check('begins', await_colour(screen, 'red', 5) is not None)
    seen = colours_seen(screen, 5)
    bench.check('the good ones are shown', {'red', 'blue'} <= set(seen), seen)
    time.sleep(30)
    before, begun = player.cpu(), time.monotonic()
    seen = colours_seen(screen, 20)
    load = 100 * (player.cpu() - before) / (time.monotonic() - begun)
    lines = len(player.log.splitlines())
    bench.check('few lines', lines < 120, f'{lines} lines')
    bench.check('the search ends', load < 60 and len(seen) > 2, f'{load:.0f} % CPU after '
                f'half a minute, memory {player.memory():.0f} MiB, seen {len(seen)} changes')
