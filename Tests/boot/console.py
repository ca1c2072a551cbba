"""What the tests on a bare console share: a root shell in the machine, helpers that play inputs,
and checks that print what they found."""
import re
import subprocess
import time

from machine import BUILD, HERE, SIZE, TOP, far, grid

SHELL = """[Unit]
Description=Root shell of the test
DefaultDependencies=no
After=local-fs.target
[Service]
ExecStart=/bin/bash --noprofile --norc
StandardInput=tty
TTYPath=/dev/ttyS2
Restart=always
Environment=HOME=/root TERM=dumb PS1= PS2=
Environment=PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
[Install]
WantedBy=sysinit.target
"""


def add_helpers(root, slow=True):
    """A root shell, a virtual pad and a virtual touch screen, in a tree for the machine's root.
    `slow`: an emulated machine on a busy one takes its time; the unit's own limits are another
    test's."""
    units = root / "etc/systemd/system"
    units.mkdir(parents=True, exist_ok=True)
    (units / "test-shell.service").write_text(SHELL)
    wants = units / "sysinit.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (wants / "test-shell.service").symlink_to("../test-shell.service")
    if slow:
        (units / "triptych.service.d").mkdir(exist_ok=True)
        (units / "triptych.service.d/slow.conf").write_text(
            "[Service]\nTimeoutStartSec=600s\nWatchdogSec=300s\n")
    tools = root / "usr/local/bin"
    tools.mkdir(parents=True, exist_ok=True)
    for name in ("pad", "touch"):
        subprocess.run(["gcc", "-O1", "-Wall", "-Werror", "-static", str(HERE / f"{name}.c"), "-o",
                        str(tools / f"play-{name}")], check=True)


class Console:
    """The checks, one after the other, on one machine."""

    def __init__(self, machine):
        self.machine, self.failed = machine, 0
        self.shell = machine.run

    def check(self, what, holds, figures=""):
        self.failed += not holds
        print(f"{'PASS' if holds else 'FAIL'} {self.machine.seconds():6.1f} s  {what}"
              + (f": {figures}" if figures != "" else ""), flush=True)
        return holds

    def until(self, seconds, look):
        """What `look` gives once it is true, and the seconds it took; None if it never was."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            found = look()
            if found:
                return found, time.monotonic() - begun
            time.sleep(0.3)
        return None

    def shows(self, name, seconds, size=SIZE, turn="", wanted=None):
        wanted = wanted or grid(TOP / "Playlists/demo" / name)
        nearest = [255.0]

        def look():
            seen = self.machine.screen(size, turn)
            nearest[0] = min(nearest[0], far(seen, wanted)[0] if seen else 255.0)
            return nearest[0] < 3
        found = self.until(seconds, look)
        how = f"{size[0]}x{size[1]}" + ("-turned" if turn else "")
        picture = self.machine.dump(f"console-{name}-{how}")
        return self.check(f"the display shows {name}, {how}", found,
                          f"mean difference {nearest[0]:.2f}; {picture}")

    def play(self, *words):
        """Starts the service anew with these words in place of the demo, and without a watchdog,
        which is petted by a frame now and then."""
        line = " ".join(["/usr/local/bin/triptych", "--kiosk", *words])
        folder = "/run/systemd/system/triptych.service.d"
        unit = f"[Service]\\nWatchdogSec=0\\nExecStart=\\nExecStart={line}\\n"
        self.shell(f"mkdir -p {folder}; printf '{unit}' >{folder}/test.conf; "
                   "systemctl daemon-reload; systemctl restart triptych", 90)

    def player(self):
        return int(self.shell("systemctl show -p MainPID --value triptych").strip() or 0)

    def item(self):
        """The item that is shown, counting from 1; 0: the show does not say."""
        said = self.shell("triptych ctl status")
        found = re.search(r"(?m)^item +(\d+) of", said)
        if not found:
            print("  ctl status:", said, flush=True)
        return int(found[1]) if found else 0
