"""What the benchmarks share: when a screen changes, and what processes cost."""
import os, subprocess, time


def cost(pid):
    """CPU seconds of a process."""
    with open(f'/proc/{pid}/stat') as f:
        fields = f.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def all_cost(show, screen):
    """CPU seconds of the player, its workers and the X server."""
    pids = [show.pid, screen.server.pid]
    children = subprocess.run(['ps', '--ppid', str(show.pid), '-o', 'pid='], capture_output=True, text=True)
    return sum(cost(pid) for pid in pids + [int(pid) for pid in children.stdout.split()])


def look(screen, seconds):
    """When any of a dozen of the screen's rows changed, in seconds."""
    rows = [screen.offset(0, (k + 0.5) / 12) for k in range(12)]
    seen, last, end = [], None, time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        state = b''.join(screen.map[at:at + screen.width * 4] for at in rows)
        if state != last:
            if last is not None:
                seen.append(now)
            last = state
        time.sleep(0.0008)
    return seen


def gaps(seen):
    """The gaps within changes; a rest between two changes is none."""
    steps = [b - a for a, b in zip(seen, seen[1:])]
    # One update may be seen half done: what is nearer than 2 ms is one frame.
    frames, rest = [], 0.0
    for step in steps:
        rest += step
        if rest < 0.004:
            continue
        if rest < 0.4:
            frames.append(rest)
        rest = 0.0
    return frames


def evenness(seen):
    """(frames a second, gap at the 99th percentile, longest gap), gaps in seconds; None: nothing
    has moved."""
    steps = sorted(gaps(seen))
    if not steps:
        return None
    return len(steps) / sum(steps), steps[min(len(steps) - 1, int(len(steps) * 0.99))], steps[-1]
