"""Signals to the player, displays that go or never were, shows without anything to show."""
import os, signal, time

from bench import (Bench, COLOURS, await_colour, colour_now, colours_seen, film, large_jpeg,
                   solid_png, test)

QUICK = ('--duration', '0.5', '--transition', 'cut')


@test
def ends_by_signal(bench: Bench):
    """SIGTERM and SIGINT: exit 0 within 0.5 s, whatever goes on."""
    screen = bench.screen()
    red, blue = bench.colour('red'), bench.colour('blue')
    movie = film(bench.path('film.mp4'), 4)
    large = [large_jpeg(bench.path(f'large{k}.jpg')) for k in range(2)]
    slow = ('--duration', '0.2', '--transition-duration', '8')

    def reached(name):
        return lambda: await_colour(screen, name, 5)

    situations = {
        'first 100 ms': ((red,), lambda: time.sleep(.05)),
        'still': ((red, blue), reached('red')),
        'transition': ((*slow, red, blue), lambda: (reached('red')(), time.sleep(1.5))),
        'film': ((movie,), lambda: time.sleep(1.5)),
        'decode of 24 megapixels': ((large[0], large[1]), lambda: time.sleep(.3)),
    }
    for number in (signal.SIGTERM, signal.SIGINT):
        for what, (words, wait) in situations.items():
            player = bench.play(screen, *words)
            wait()
            workers, lived = player.workers(), player.lives()
            end = player.signal(number)
            left = [pid for pid in workers if os.path.exists(f'/proc/{pid}')]
            bench.check(f'{number.name} in {what}', lived and end and end[0] == 0 and end[1] <= .5
                        and not left, f'exit, seconds {end}, workers left {len(left)}')
            player.close()


@test
def reloads_by_hangup(bench: Bench):
    """SIGHUP: the list is read anew, the show goes on."""
    screen = bench.screen()
    for name in COLOURS:
        bench.colour(name)
    playlist = bench.list(['red.png', 'green.png'])
    player = bench.play(screen, *QUICK, playlist)
    bench.check('begins', await_colour(screen, 'red', 5))
    bench.list(['blue.png', 'yellow.png'])
    player.process.send_signal(signal.SIGHUP)
    time.sleep(1)
    seen = colours_seen(screen, 3)
    bench.check('shows the new list', {'blue', 'yellow'} == set(seen), seen)
    for _ in range(50):
        player.process.send_signal(signal.SIGHUP)
        time.sleep(.01)
    seen = colours_seen(screen, 3)
    bench.check('fifty more leave it alone', {'blue', 'yellow'} == set(seen) and player.lives(),
                seen)
    bench.write('list.m3u', b'\xff\xd8\xff\xe0' + bytes(range(256)) * 20)
    player.process.send_signal(signal.SIGHUP)
    seen = colours_seen(screen, 3)
    bench.check('a list turned to garbage: the old one goes on',
                {'blue', 'yellow'} == set(seen) and player.lives(), seen)


@test
def loses_its_display(bench: Bench):
    """The X server is killed: exit 3 within 2 s; no display at all: exit 3 within 3 s."""
    red, blue = bench.colour('red'), bench.colour('blue')
    movie = film(bench.path('film.mp4'), 4)
    for what, words in {'still': (red, blue), 'film': (movie,),
                        'transition': ('--duration', '0.1', '--transition-duration', '9',
                                       red, blue)}.items():
        screen = bench.screen()
        player = bench.play(screen, *words)
        time.sleep(1.5)
        screen.server.kill()
        end = player.ended(5)
        lines = player.log.splitlines()
        bench.check(f'server killed in {what}', end and end[0] == 3 and end[1] <= 2,
                    f'exit, seconds {end}, last line {lines[-1:]}')
        player.close()
    for what, environment in {'no such X server': {'DISPLAY': ':987'},
                              'nothing at all': {}}.items():
        if not environment and os.path.exists('/dev/dri'):
            continue
        player = bench.play(None, red, environment=environment)
        end = player.ended(6)
        lines = player.log.splitlines()
        bench.check(what, end and end[0] == 3 and end[1] <= 3 and len(lines) == 1,
                    f'exit, seconds {end}, log {lines}')
        player.close()


def bad_list(bench):
    bench.write('text.jpg', 'no picture\n' * 20)
    bench.write('cut.png', solid_png(COLOURS['red'])[:60])
    bench.write('empty.jpg', b'')
    return bench.list(['text.jpg', 'cut.png', 'empty.jpg', 'missing.jpg'])


@test
def nothing_playable(bench: Bench):
    """Nothing can be shown: exit 1 within 5 s."""
    screen = bench.screen()
    playlist = bad_list(bench)
    os.mkdir(bench.path('folder'))
    for what, words in {'all bad': (playlist,), 'an empty folder': (bench.path('folder'),),
                        'a missing path': (bench.path('nowhere'),),
                        'an empty list': (bench.list([], 'none.m3u'),)}.items():
        player = bench.play(screen, *words)
        end = player.ended(8)
        bench.check(what, end and end[0] == 1 and end[1] <= 5, f'exit, seconds {end}')
        if what == 'all bad':
            names = {n: len(player.skipped(n))
                     for n in ('text.jpg', 'cut.png', 'empty.jpg', 'missing.jpg')}
            bench.check('each is named once', set(names.values()) == {1}, names)
        player.close()


def bright_share(screen):
    """Share of a grid's points that are not black."""
    points = [(x / 160 + .003, y / 90 + .005) for x in range(160) for y in range(90)]
    return sum(max(screen.pixel(x, y)) > 100 for x, y in points) / len(points)


@test
def nothing_playable_in_a_kiosk(bench: Bench):
    """A card stands, the machine rests, and what becomes good is shown within 60 s."""
    screen = bench.screen()
    player = bench.play(screen, '--kiosk', '--duration', '1', bad_list(bench))
    time.sleep(4)
    share = bright_share(screen)
    bench.check('a card stands', player.lives() and .0005 < share < .5, f'{share:.4f} bright')
    load = player.load(10)
    bench.check('CPU < 10 % over 10 s', load < 10, f'{load:.1f} %')
    bench.colour('green')
    os.replace(bench.path('green.png'), bench.path('text.jpg'))
    bench.check('a good file in place of a bad one', await_colour(screen, 'green', 62) is not None
                and player.lives(), colour_now(screen))
    player.close()
    os.mkdir(bench.path('folder'))
    player = bench.play(screen, '--kiosk', bench.path('folder'))
    time.sleep(4)
    share = bright_share(screen)
    bench.check('an empty folder: a card', player.lives() and .0005 < share < .5,
                f'{share:.4f} bright')
    bench.colour('blue')
    os.replace(bench.path('blue.png'), bench.path('folder/blue.png'))
    bench.check('a picture put there is shown', await_colour(screen, 'blue', 62) is not None,
                colour_now(screen))
    bench.check('the empty folder was named once',
                player.log.count('no picture and no film') == 1, player.log.splitlines()[-3:])
