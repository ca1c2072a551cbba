"""Input files of every kind that is no good, and files that change under the show."""
import os, shutil, time

from bench import (Bench, COLOURS, await_colour, colour_now, colours_seen, large_jpeg, png, solid_png,
                   test)

QUICK = ('--duration', '0.3', '--transition', 'cut')


def bad_files(bench):
    """Name → what stands under it; all of them no good."""
    bench.write('empty.jpg', b'')
    os.makedirs(bench.path('folder.jpg'))
    os.mkfifo(bench.path('fifo.jpg'))
    os.symlink('/dev/zero', bench.path('zero.jpg'))
    os.symlink('loop.jpg', bench.path('loop.jpg'))
    large = large_jpeg(bench.path('large.jpg'))
    with open(large, 'rb') as f:
        whole = f.read()
    bench.write('header-only.jpg', whole[:300])
    os.remove(large)
    bench.write('text.jpg', 'This is no picture.\n' * 50)
    bench.write('playlist.jpg', '#EXTM3U\nred.png\n')
    bench.write('page.jpg', '<!doctype html><title>404</title>')
    bench.write('noise.png', bytes((k * 7919 + k // 3) & 255 for k in range(40000)))
    bench.write('cut.png', solid_png((1, 2, 3))[:70])
    bench.write('bomb.png', png(20000, 20000, bytes(2501 * 20000), 1, 0))
    bench.write('cut.mp4', b'\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41\0\0\0\x08free')
    bench.write('unreadable.png', solid_png((200, 200, 200)))
    os.chmod(bench.path('unreadable.png'), 0)
    return ['missing.jpg', 'empty.jpg', 'fifo.jpg', 'zero.jpg', '/dev/zero', 'loop.jpg',
            'header-only.jpg', 'text.jpg', 'playlist.jpg', 'page.jpg', 'noise.png', 'cut.png',
            'bomb.png', 'cut.mp4', 'unreadable.png']


@test
def bad_files_between_good_ones(bench: Bench):
    """Each is passed over within 10 s and named once with a reason; the good ones appear."""
    screen = bench.screen()
    bad = bad_files(bench)
    if os.getuid() != 0:
        user = None
    else:
        user = 'nobody'
        for place, folders, files in os.walk(bench.folder):
            for name in folders:
                os.chmod(os.path.join(place, name), 0o755)
    entries, order = [], []
    for k, name in enumerate(bad):
        colour = list(COLOURS)[k % len(COLOURS)]
        bench.write(f'good/{k}.png', solid_png(COLOURS[colour]))
        entries += [name, f'good/{k}.png']
        order.append(colour)
    player = bench.play(screen, *QUICK, '--loop', 'no', '--log-level', 'debug',
                        bench.list(entries), user=user)
    seen = colours_seen(screen, 60, lambda: not player.lives())
    end = player.ended(1)
    bench.check('lives to the end', end and end[0] == 0, f'exit {end and end[0]}, '
                f'{time.monotonic() - player.begun:.1f} s')
    colours = [name for name in seen if name in COLOURS]
    bench.check('every good neighbour appears, in order', colours == order, colours)
    for name in bad:
        lines = player.skipped(name)
        bench.check(f'{name} is named once', len(lines) == 1,
                    [line.rpartition('skipped ')[2][-110:] for line in lines])


@test
def truncated_jpeg(bench: Bench):
    """Half a JPEG: shown or named, and quickly passed."""
    screen = bench.screen()
    large = large_jpeg(bench.path('whole.jpg'))
    with open(large, 'rb') as f:
        whole = f.read()
    bench.write('half.jpg', whole[:len(whole) // 2])
    player = bench.play(screen, *QUICK, '--loop', 'no', '--log-level', 'debug',
                        bench.list([bench.colour('red'), 'half.jpg', bench.colour('green')]))
    seen = colours_seen(screen, 20, lambda: not player.lives())
    end, shown = player.ended(1), 'item 2 after' in player.log
    named = len(player.skipped('half.jpg'))
    bench.check('shown or named', end and end[0] == 0 and 'green' in seen and shown + named == 1,
                f'exit {end and end[0]}, shown {shown}, named {named}, seen {seen}')


@test
def shown_file_goes(bench: Bench):
    """Deleted or replaced while it is shown: it stays for its time; then what is there is shown."""
    screen = bench.screen()
    names = [name for name in COLOURS if name != 'orange']
    # More than the show keeps decoded: an item is read anew each round.
    items = [bench.colour(name) for name in names]
    items += [bench.write('more.png', solid_png(COLOURS['blue']))]
    player = bench.play(screen, '--duration', '1', '--transition', 'cut', *items)
    bench.check('begins', await_colour(screen, 'red', 5) is not None)
    os.remove(bench.path('red.png'))
    seen = colours_seen(screen, .6)
    bench.check('deleted: the picture stays', seen == ['red'], seen)
    colours_seen(screen, 3)
    seen = colours_seen(screen, 9)
    bench.check('and the rest goes on without it', 'red' not in seen and 'black' not in seen
                and len(seen) > 6 and player.lives(), seen)
    bench.check('it is named once', len(player.skipped('red.png')) == 1)
    bench.write('new.png', solid_png(COLOURS['orange']))
    os.replace(bench.path('new.png'), bench.path('red.png'))
    bench.check('another put in its place is shown',
                await_colour(screen, 'orange', 62) is not None, colour_now(screen))
    with open(bench.path('red.png'), 'wb') as f:  # Overwritten where it stands, cut short.
        f.write(solid_png(COLOURS['red'])[:90])
    seen = colours_seen(screen, 10)
    bench.check('overwritten by garbage: the show goes on', player.lives() and len(seen) > 6
                and 'black' not in seen and 'red' not in seen, seen)


@test
def folder_goes_and_comes(bench: Bench):
    """The stick is pulled: what is decoded stays; put back: it plays again (R6)."""
    screen = bench.screen()
    # More than the show keeps decoded, or it would not notice.
    names = list(COLOURS)
    for k in range(12):
        bench.write(f'stick/{k:02}.png', solid_png(COLOURS[names[k % len(names)]]))
    stick, away = bench.path('stick'), bench.path('away')
    for what, gone, limit in (('short', 8, 20), ('long', 45, 62)):
        player = bench.play(screen, '--duration', '1', '--transition', 'cut', stick)
        bench.check(f'{what}: begins', await_colour(screen, 'red', 5) is not None)
        colours_seen(screen, 3)
        os.rename(stick, away)
        time.sleep(gone)
        name = colour_now(screen)
        bench.check(f'{what}: the last picture stays', player.lives() and name in COLOURS, name)
        load = player.load(10)
        bench.check(f'{what}: CPU < 5 %', load < 5, f'{load:.1f} %')
        # The neighbours that are still decoded may be shown by turns; nothing else.
        held = set(colours_seen(screen, 6))
        bench.check(f'{what}: nothing but pictures', held <= set(names) and len(held) <= 3, held)
        os.rename(away, stick)
        took = await_colour(screen, [n for n in names if n not in held], limit)
        bench.check(f'{what}: put back, it plays again within {limit} s', took is not None,
                    f'{took} s')
        seen = set(colours_seen(screen, 62, lambda: False if what == 'long' else
                                time.monotonic() > player.begun + gone + 50))
        bench.check(f'{what}: all of them', set(names) <= seen, seen)
        lines = [line for line in player.log.splitlines() if 'skipped' in line]
        bench.check(f'{what}: each is named at most once', len(lines) <= 12, len(lines))
        player.close()
