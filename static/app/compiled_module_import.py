"""The import of modules from compiled code, which an interpreter snapshot holds until they are asked for."""

from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType


class CompiledModules(MetaPathFinder, Loader):
    """An import hook that serves modules from compiled code, before any folder is searched."""

    def __init__(self, codes: Mapping[str, tuple[CodeType, bool]]) -> None:
        """Store each module's code by its dotted name, with whether it is a package."""
        self._codes = codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for the stored modules, and None for others."""
        if fullname not in self._codes:
            return None
        return spec_from_loader(fullname, self, origin="snapshot", is_package=self._codes[fullname][1])

    def exec_module(self, module: ModuleType) -> None:
        exec(self._codes[module.__name__][0], module.__dict__)
