"""A virtual machine that boots into Triptych on a bare display: made, started, asked, looked at."""
import json
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
BUILD = TOP / "build/boot"
SIZE = (1280, 720)
GRID = (32, 18)


def programs():
    """What `make install` puts into a root, and a list that waits for the key."""
    tree = BUILD / "programs"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["make", "-s", "-C", str(TOP), "install", f"DESTDIR={tree}"], check=True)
    listed = tree / "usr/local/share/triptych/Playlists/demo.m3u"
    text = re.sub(r"\bduration=\S+", "duration=3600", listed.read_text(), count=1)
    listed.write_text(text)
    (tree / "etc/triptych/kiosk.conf").write_text(f"playlist = /{listed.relative_to(tree)}\n")
    for name in (tree / "usr/local/bin").iterdir():
        subprocess.run(["strip", str(name)], check=True)
    return tree


def image(tree, package=None):
    """The disk, with the package installed (if one is named) and the tree over its root."""
    words = [str(package)] if package else []
    subprocess.run([str(HERE / "image"), str(BUILD), str(tree), *words], check=True)


class Machine:
    """A virtual machine; its display is asked by QMP."""

    def __init__(self, *devices, writes=False, root="rw", words=""):
        """`writes`: what the machine writes is on the disk for the next one. `root`: rw or ro.
        `words`: more of the kernel's command line."""
        ours, theirs = socket.socketpair()
        self.line, shell = socket.socketpair()
        self.journal = BUILD / "journal.log"
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "2",
             "-m", "1024", "-nodefaults", "-no-user-config", "-display", "none",
             *([] if writes else ["-snapshot"]),
             "-no-reboot", "-drive", f"file={BUILD}/disk.img,format=raw,if=virtio,cache=unsafe",
             "-kernel", f"{BUILD}/vmlinuz", "-initrd", f"{BUILD}/initrd", "-append",
             f"root=/dev/vda {root} quiet loglevel=0 systemd.show_status=0 "
             f"vt.global_cursor_default=0 console=tty0 console=ttyS0 {words}",
             "-serial", f"file:{BUILD}/console.log", "-serial", f"file:{self.journal}",
             "-chardev", f"socket,id=shell,fd={shell.fileno()}", "-serial", "chardev:shell",
             "-chardev", f"socket,id=qmp,fd={theirs.fileno()}", "-mon", "qmp,mode=control",
             "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}",
             "-device", "virtio-keyboard-pci", "-device", "virtio-rng-pci", *devices],
            pass_fds=[theirs.fileno(), shell.fileno()])
        theirs.close()
        shell.close()
        self.monitor = ours.makefile("rw")
        self.monitor.readline()
        self.ask("qmp_capabilities")
        self.asked = 0

    def ask(self, command, **arguments):
        print(json.dumps({"execute": command, "arguments": arguments}), file=self.monitor,
              flush=True)
        while True:
            answer = json.loads(self.monitor.readline())
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(answer["error"]["desc"])

    def press(self, key):
        for down in (True, False):
            self.ask("input-send-event", events=[
                {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": key}}}])
            time.sleep(0.1)

    # Inside: a root shell on the third serial port, where the disk has one (see boot-console).

    def await_shell(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.run("stty -echo </dev/ttyS2", 5)
                return True
            except TimeoutError:
                continue
        return False

    def run(self, words, seconds=60):
        """What a command says, in the machine's root shell."""
        self.asked += 1
        # Asked for in two parts, so that an echo of the question is no answer.
        mark = f"mark-{self.asked}"
        self.line.sendall(f"{{ {words}\n}} 2>&1 </dev/null; echo mark''-{self.asked}\n".encode())
        end, said = time.monotonic() + seconds, b""
        while mark.encode() not in said:
            self.line.settimeout(max(0.01, end - time.monotonic()))
            said += self.line.recv(65536)
        return said.decode(errors="replace").replace("\r", "").partition(mark)[0]

    # Its display.

    def dump(self, name):
        """A picture of the display, as PNG in the folder of the build."""
        path = BUILD / f"{name}.png"
        self.ask("screendump", filename=str(path), format="png")
        return path

    def size(self):
        path = BUILD / "screen.ppm"
        self.ask("screendump", filename=str(path))
        head = re.match(rb"P6\s+(\d+)\s+(\d+)\s", path.read_bytes()[:64])
        return (int(head[1]), int(head[2])) if head else None

    def screen(self, size=SIZE, turn=""):
        """The display's mean colours in a grid, or None while it has another size."""
        return grid(BUILD / "screen.ppm", turn) if self.size() == size else None

    def seconds(self):
        return time.monotonic() - self.begun

    def close(self):
        self.process.kill()
        self.process.wait()


def grid(path, before=""):
    """A picture's mean colours in a grid, by FFmpeg: not by what is tested. `before`: filters that
    go first, each with its comma."""
    # RGB first: half-size colour planes would be scaled by themselves.
    scale = (f"format=rgb24,{before}scale={SIZE[0]}:{SIZE[1]}:flags=area,"
             f"scale={GRID[0]}:{GRID[1]}:flags=area")
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(path), "-frames:v", "1", "-vf", scale, "-f",
         "rawvideo", "-pix_fmt", "rgb24", "-"], stdout=subprocess.PIPE, check=True).stdout


def far(a, b):
    """How far two grids are apart: the mean and the largest difference, of 255."""
    differences = [abs(p - q) for p, q in zip(a, b)]
    return sum(differences) / len(differences), max(differences)
