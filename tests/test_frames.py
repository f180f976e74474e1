"""Tests of the frames that carry a text in QR codes: the page's script against a second version in Python."""

import json
import subprocess
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256

import pytest

from tools.layout import ROOT

SCRIPT = ROOT / "static" / "js" / "qr_transfer" / "frames.js"
WHOLE = json.dumps([f"Ægir {number * 7919 % 10007}" for number in range(900)], ensure_ascii=False)

GATHER = """
    const gathering = new FrameCollector();
    const said = [];
    for (const frame of given.map((text) => new Uint8Array(Buffer.from(text, "base64")))) {
        try {
            gathering.add(frame);
            said.push(gathering.isWhole ? await gathering.text() : `${gathering.read} of ${gathering.count}`);
        } catch (problem) {
            said.push(`${problem.constructor.name}: ${problem.message}`);
        }
    }
    return said;
"""
"""Gives the answer to each frame in turn: the number of frames read, the whole text, or the error."""


def run(body: str, given: object) -> object:
    """Run the body of a JavaScript function with the script's exports, and return its result."""
    code = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ FrameCollector, MOST_BYTES, splitText }} from {json.dumps(SCRIPT.as_uri())};
        const given = JSON.parse(readFileSync(0, "utf-8"));
        console.log(JSON.stringify(await (async () => {{ {body} }})()));
    """
    command = ["node", "--experimental-default-type=module", "--input-type=module", "-e", code]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def gather(*frames: bytes) -> list[str]:
    said = run(GATHER, [b64encode(frame).decode() for frame in frames])
    assert isinstance(said, list)
    return said


def cut_by_script(text: str) -> list[bytes]:
    frames = run("""return (await splitText(given)).map((frame) => Buffer.from(frame).toString("base64"));""", text)
    assert isinstance(frames, list)
    return [b64decode(frame) for frame in frames]


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def cut(packed: bytes, form: int = 1, name: bytes = b"") -> list[bytes]:
    """Cut a text into frames; a second version of the script's algorithm."""
    count = -(-len(packed) // 700)
    head = b"TT" + bytes([form]) + (name or sha256(packed).digest()[:8])
    return [
        head + number.to_bytes(2) + count.to_bytes(2) + packed[number * 700 : (number + 1) * 700]
        for number in range(count)
    ]


PACKED = deflated(WHOLE.encode())
FIRST = cut(PACKED)[0]
BAD = {
    "nothing": (b"", "not a Turntrack code"),
    "a link": (b"https://example.org/", "not a Turntrack code"),
    "only a head": (FIRST[:15], "not a Turntrack code"),
    "half a frame": (FIRST[:300], "not a Turntrack code"),
    "too much in it": (FIRST + b"x", "not a Turntrack code"),
    "a number beyond the count": (FIRST[:11] + b"\0\x09\0\x09" + FIRST[15:], "not a Turntrack code"),
    "none of none": (FIRST[:11] + b"\0\0\0\0" + FIRST[15:], "not a Turntrack code"),
    "more than there can be": (FIRST[:13] + b"\x02\0" + FIRST[15:], "not a Turntrack code"),
    "no form": (b"TT\0" + FIRST[3:], "not a Turntrack code"),
    "a newer form": (b"TT\x02whatever", "newer Turntrack"),
    "another name": (cut(b"x" * 9, name=b"somebody")[0], "do not fit together"),
    "not deflated": (cut(b"\xff" * 9)[0], "do not fit together"),
    "half of what was deflated": (
        cut(deflated(b"A short text that is not all there")[:20])[0],
        "do not fit together",
    ),
    "no text": (cut(deflated(b"\xff\xfe"))[0], "do not fit together"),
}


def test_the_script_cuts_what_can_be_put_together() -> None:
    frames = cut_by_script(WHOLE)
    assert len(frames) > 3
    assert max(map(len, frames)) == 715
    packed = b"".join(frame[15:] for frame in frames)
    assert zlib.decompress(packed, -15).decode() == WHOLE
    assert frames == cut(packed)


def test_frames_come_in_any_order_and_as_often_as_they_like() -> None:
    """Reading starts in the middle, and misses some frames at first."""
    frames = cut(PACKED)
    count = len(frames)
    said = gather(*frames[2:], *frames[3:], *frames[:2])
    assert said[: count - 2] == [f"{read} of {count}" for read in range(1, count - 1)]
    assert set(said[count - 2 : -2]) == {f"{count - 2} of {count}"}
    assert said[-2:] == [f"{count - 1} of {count}", WHOLE]


def test_of_two_that_are_shown_in_turn_the_last_is_read() -> None:
    ours, other = cut(PACKED), cut(deflated(b"short"))
    assert gather(ours[0], ours[1], *other, ours[1]) == [
        f"1 of {len(ours)}",
        f"2 of {len(ours)}",
        "short",
        f"1 of {len(ours)}",
    ]


@pytest.mark.soak
def test_only_so_much_is_made() -> None:
    """A text that is too long gives no frames."""
    long = "".join(sha256(str(number).encode()).hexdigest() for number in range(9_000))
    assert cut_by_script(long) == []
    assert cut_by_script("x" * 8_000_001) == []


def test_what_is_no_frame_of_ours_is_told_and_forgotten() -> None:
    """The frames read before are kept."""
    said = gather(*(frame for frame, _ in BAD.values()))
    for (why, (_, words)), told in zip(BAD.items(), said, strict=True):
        assert told.startswith(("Unreadable: ", "ReadAgain: ", "TooBig: ")), why
        assert words in told, why
    frames = cut(PACKED)
    assert gather(*frames[:2], BAD["a link"][0], *frames[2:])[-1] == WHOLE


def test_a_bomb_is_not_inflated() -> None:
    """Twelve frames that would make eight million bytes and one."""
    packed = deflated(b" " * 8_000_001)
    assert len(packed) < 9_000
    assert gather(*cut(packed))[-1].startswith("TooBig: These codes hold more")
    packed = deflated(b" " * 8_000_000)
    assert gather(*cut(packed))[-1] == " " * 8_000_000


def test_two_devices_that_show_codes_are_told() -> None:
    """Each frame of the other device starts the reading again, with a message; with one device gone it completes."""
    mine, other = cut_by_script(WHOLE), cut_by_script(WHOLE[::-1])
    said = gather(mine[0], other[0], mine[0], other[1], *mine * 4)
    assert said[0].endswith(f"of {len(mine)}")
    assert said[1].endswith(f"of {len(other)}")
    assert said[2] == said[3] == "Unreadable: Two devices are showing codes. Point the camera at just one."
    assert WHOLE in said
