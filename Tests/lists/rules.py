"""The rules of playlists, a second time: written from the design's text, not from the program.

`entries(path)` gives what `triptych check --entries` prints for a list: byte strings, one for each
entry, nested lists unrolled. Only what the design says is here; it is meant to be read beside it.
"""
import json
import os
import re
import stat
import xml.etree.ElementTree as xml

DEEPEST = 8          # lists below the first one
LONGEST = 65536      # bytes of a location

PICTURES = [(0, b"\x89PNG"), (0, b"\xff\xd8\xff"), (0, b"GIF87a"), (0, b"GIF89a")]
SKIPPED = {b"@eaDir", b"#recycle", b"lost+found"}


class Refused(Exception):
    """The list as a whole gives nothing."""


def extension(path):
    name = path.rsplit(b"/", 1)[-1]
    return name.rsplit(b".", 1)[1].lower() if b"." in name else b""


def is_list(path):
    return extension(path) in (b"m3u", b"m3u8", b"pls", b"xspf", b"json")


# Locations ------------------------------------------------------------------------------------

def is_address(location):
    """scheme:// but a file: address of this computer."""
    return re.match(rb"[A-Za-z][A-Za-z0-9+.-]*://", location) is not None and file_url(location) is None


def file_url(location):
    """The path of a file: address; None if it is none, or another computer's."""
    if location[:5].lower() != b"file:":
        return None
    path = location[5:]
    if path.startswith(b"//"):
        path = re.sub(rb"\A//(localhost)?", b"", path, flags=re.I)
    return path if path.startswith(b"/") else None


def percent_decoded(location):
    decoded = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m.group(1), 16)]), location)
    return location if b"\0" in decoded else decoded


def absolute(location, base):
    parts = []
    for part in (location if location.startswith(b"/") else base + b"/" + location).split(b"/"):
        if part == b"..":
            parts = parts[:-1]
        elif part not in (b"", b"."):
            parts.append(part)
    return b"/" + b"/".join(parts)


def latin1(location):
    return location.decode("latin-1").encode("utf-8")


def is_utf8(location):
    try:
        location.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def candidates(location, untrimmed, base):
    """In order: the first that exists is meant. And what is meant where none does."""
    path = file_url(location)
    if path is not None:
        decoded = percent_decoded(path)
        return [absolute(decoded, base), absolute(path, base)], absolute(decoded, base)
    if is_address(location):
        return [], location
    names = [untrimmed, location, percent_decoded(location)]
    slashed = location.replace(b"\\", b"/")
    names.append(slashed)
    if not is_utf8(location):
        names += [latin1(location), latin1(slashed)]
    return [absolute(name, base) for name in names], absolute(location, base)


def resolved(places, base):
    """`places`: (location, untrimmed) of one entry, in order. (path or address, exists)"""
    literal = None
    for location, untrimmed in places:
        paths, own = candidates(location, untrimmed, base)
        literal = own if literal is None else literal
        for path in paths:
            if os.path.exists(path):
                return path, True
    return literal, False


# Formats: each gives the entries' places --------------------------------------------------------

def lines_of(text):
    if text.startswith(b"\xef\xbb\xbf"):
        text = text[3:]
    return re.split(rb"\r\n|\r|\n", text)


def as_text(data):
    for start, mark in PICTURES:
        if data[start:].startswith(mark):
            raise Refused
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data[: len(data) // 2 * 2].decode("utf-16", "replace").encode("utf-8")
    if b"\0" in data:
        raise Refused
    return data


def m3u(data):
    found = []
    for line in lines_of(as_text(data)):
        trimmed = line.strip(b" \t")
        if trimmed.upper().startswith(b"#EXT-X-"):
            raise Refused
        if not trimmed or trimmed.startswith(b"#") or len(line) > LONGEST:
            continue
        found.append([(trimmed, line)])
    return found


def pls(data):
    files, inside = {}, True
    for line in lines_of(as_text(data)):
        line = line.strip(b" \t")
        if not line or line[:1] in b"#;":
            continue
        if line[:1] == b"[":
            inside = line.lower() == b"[playlist]"
            continue
        match = re.match(rb"file([0-9]{1,9})[ \t]*=([ \t]*(.*))\Z", line, re.I | re.S)
        if not inside or not match:
            continue
        number, whole, value = int(match.group(1)), match.group(2), match.group(3)
        if number > 0 and value and len(value) <= LONGEST:
            files.setdefault(number, [(value, whole)])
    return [files[number] for number in sorted(files)]


def xspf(data):
    def local(element):
        return element.tag.rsplit("}", 1)[-1]

    try:
        if b"<!DOCTYPE" in data:
            raise Refused
        root = xml.fromstring(data)
    except (xml.ParseError, ValueError, LookupError):
        raise Refused from None
    if local(root) != "playlist":
        raise Refused
    found = []
    for tracks in root:
        if local(tracks) != "trackList":
            continue
        for track in tracks:
            if local(track) != "track":
                continue
            places = [re.sub("[\t\r\n]", " ", "".join(one.itertext()).strip(" \t\r\n")).encode()
                      for one in track if local(one) == "location"]
            places = [(place, place) for place in places if place]
            if places:
                found.append(places)
    return found


def json_list(data):
    data = as_text(data)
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        whole = json.loads(data.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        raise Refused from None
    items = whole.get("items", []) if isinstance(whole, dict) else whole
    if not isinstance(whole, (dict, list)):
        raise Refused
    found = []
    for item in items if isinstance(items, list) else []:
        place = item.get("location") if isinstance(item, dict) else item
        names = place if isinstance(place, list) else [place]
        names = [name.encode("utf-8", "surrogateescape") for name in names if isinstance(name, str)]
        names = [name for name in names if name and b"\0" not in name and len(name) <= LONGEST]
        if names and (isinstance(item, (dict, str))):
            found.append([(name, name) for name in names])
    return found


FORMATS = {b"pls": pls, b"xspf": xspf, b"json": json_list}


# Folders --------------------------------------------------------------------------------------

def natural(name):
    """As people count: 2 before 10, letters alike in both cases."""
    parts = re.split(rb"([0-9]+)", name)
    return [(int(part), b"") if number % 2 else (-1, part.lower()) for number, part in enumerate(parts)]


def folder(path):
    files, folders = [], []
    for name in os.listdir(path):
        if name.startswith(b".") or name in SKIPPED or is_list(name) or name.endswith(b".txt"):
            continue
        whole = path + b"/" + name
        if os.path.isdir(whole):
            folders.append(name)
        elif os.path.isfile(whole):
            files.append(name)
    found = [path + b"/" + name for name in sorted(files, key=natural)]
    for name in sorted(folders, key=natural):
        found += folder(path + b"/" + name)
    return found


# Lists ----------------------------------------------------------------------------------------

def entries(path, within=()):
    path = absolute(path, os.getcwdb())
    try:
        state = os.stat(path)
        if not stat.S_ISREG(state.st_mode):
            return []
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return []
    identity = (state.st_dev, state.st_ino)
    if identity in within or len(within) > DEEPEST:
        return []
    try:
        found = FORMATS.get(extension(path), m3u)(data)
    except Refused:
        return []
    base, result = path.rsplit(b"/", 1)[0] or b"/", []
    for places in found:
        target, exists = resolved(places, base)
        if exists and os.path.isdir(target):
            result += folder(target)
        elif exists and is_list(target) and os.path.isfile(target):
            result += entries(target, (*within, identity))
        else:
            result.append(target)
    return result
