"""Methods of dataclasses, compiled by the build.

At import ``dataclasses`` writes them as text, and compiling that takes a third of all imports.
"""

import dataclasses
import marshal
from types import CodeType
from zipimport import zipimporter
from zlib import crc32

from app.wheel_import import import_wheel

FILE = "app/dataclass_code.bin"
"""The compiled methods in the wheel: code by the checksum of its source, for the page's version of Python."""


def reuse(wheel: str) -> None:
    """Let ``dataclasses`` run the compiled code of a source, if the wheel has it. Other sources are compiled."""
    codes = marshal.loads(zipimporter(wheel).get_data(f"{wheel}/{FILE}"))

    def run(source: str, names: dict[str, object], made: dict[str, object]) -> None:
        exec(codes.get(crc32(source.encode()), source), names, made)

    dataclasses.exec = run  # type: ignore[attr-defined]


def compile_methods(wheel: str) -> bytes:
    """Import the modules of the wheel, and return the content of ``FILE``."""
    codes: dict[int, CodeType] = {}

    def run(source: str, names: dict[str, object], made: dict[str, object]) -> None:
        code = compile(source, "<dataclass>", "exec")
        codes[crc32(source.encode())] = _without_lines(code)
        exec(code, names, made)

    dataclasses.exec = run  # type: ignore[attr-defined]
    try:
        import_wheel(wheel)
    finally:
        del dataclasses.exec  # type: ignore[attr-defined]
    return marshal.dumps(codes)


def _without_lines(code: CodeType) -> CodeType:
    """Leave out the line numbers, half of the size: no file has these lines."""
    parts = (_without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(parts))
