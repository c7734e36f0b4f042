"""Compiled functions as parts of those that call them.

numba optimises a function together with all that it calls, makes machine code of it, and does so again at every level
of the call chain. Here a function that compiled code calls is typed, lowered and optimised alone, once; machine code is
made of it where it is used, in the function that Python calls. Parts are kept on disk like machine code, and their
names are the same in every process, so parts of several processes fit together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core import compiler, funcdesc, itanium_mangler
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.imputils import lower_cast
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.typed_passes import DumpParforDiagnostics, InlineOverloads, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

from footplate.compile import shortcuts  # noqa: F401
from footplate.compile.cache import KernelCache, Place

_UNNEEDED = (  # kernels have no expressions of arrays, no closures and no ``with``, and take nothing literally
    DumpParforDiagnostics,
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    NopythonRewrites,
    WithLifting,
)

Types = tuple[Any, ...]


class _Flags(Flags):  # type: ignore[misc]
    """numba finds functions by the flags of whoever calls them, and compares all their values each time; here those
    that are set come first."""

    _hash = hash(Flags())  # of the names of the options, so it never changes

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, _Flags) and self._values == other._values) or bool(super().__eq__(other))


class _Code(JITCodeLibrary):  # type: ignore[misc]
    """The code of one part. It never runs by itself."""

    origin: tuple[str, str, Types]  # module, function and types, by which another process finds it

    def _optimize_functions(self, module: Any) -> None:
        """With passes that are set up once; numba does that for each function, also for those of other parts."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        self._raise_if_finalized()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def module(self) -> Any:
        self._ensure_finalized()
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """With all that it calls."""
        module = self.module().clone()
        for library in _all_called(self):
            module.link_in(
                library.module() if isinstance(library, _Code) else library._get_module_for_linking(), preserve=True
            )
        return module


def _all_called(code: _Code) -> Iterator[Any]:
    """Each library once, callers before those that they call."""
    seen: set[Any] = {code}
    waiting = list(code._linking_libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, _Code):
                waiting += library._linking_libraries


@dataclass(frozen=True)
class Part:
    """A function for arguments of certain types."""

    code: _Code
    descriptor: Any
    signature: Any
    key: object = field(default_factory=object)  # by which numba finds it

    @property
    def codegen(self) -> Any:
        return self.code.codegen

    @property
    def symbol(self) -> str:
        return str(self.descriptor.llvm_func_name)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(LoweringPass):  # type: ignore[misc]
    """Lowering without the wrappers that Python or C would call, under a name that is the same in every process."""

    _name = "lower_part"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        context, code = state.targetctx, state.library
        descriptor = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir, state.typemap, state.return_type, state.calltypes,
            mangler=lambda name, types, **_: _symbol(state.func_id.func, name, types), inline=False, noalias=False,
            abi_tags=(),
        )  # fmt: skip
        with context.push_code_library(code):
            lower = Lower(context, code, descriptor, state.func_ir, metadata=state.metadata)
            lower.lower()
        state["cr"] = compiler._LowerResult(descriptor, lower.call_helper, cfunc=None, env=lower.env)
        return True


def _symbol(function: Callable[..., Any], name: str, argument_types: Types) -> str:
    code = function.__code__
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    which = repr((function.__module__, code.co_firstlineno, code.co_code, code.co_consts, cells, argument_types))
    digest: str = hashlib.sha256(which.encode()).hexdigest()[:20]
    return str(itanium_mangler.mangle(name, (), abi_tags=(digest,)))


class _PartCompiler(CompilerBase):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        self.state.library = _Code(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = PassManager("part")
        for step, description in usual.passes:
            if step not in _UNNEEDED:
                passes.add_pass(_LowerPart if step is NativeLowering else step, description)
        passes.finalize()
        return [passes]


class _PartCache(KernelCache):
    """Parts on disk: their own code, and the names of the parts that they call."""

    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            self._lineno, self._locator = function.__code__.co_firstlineno, Place(function, "-part")
            self._filename_base = self._locator.filename_base

        def check_cachable(self, part: Part) -> bool:
            parts = [part.code, *(library for library in part.code._linking_libraries if isinstance(library, _Code))]
            return not (part.code.has_dynamic_globals or part.code._reload_init) and all(map(_can_be_found, parts))

        def reduce(self, part: Part) -> tuple[Any, ...]:
            part.descriptor.typemap = part.descriptor.calltypes = None
            called = [
                (library.origin, _find(library.origin).symbol)
                if isinstance(library, _Code)
                else library._get_module_for_linking().as_bitcode()
                for library in dict.fromkeys(part.code._linking_libraries)
            ]
            return part.code.name, part.code.module().as_bitcode(), called, part.descriptor, part.signature

        def rebuild(self, context: Any, data: tuple[Any, ...]) -> Part:
            name, module, called, descriptor, signature = data
            code = _loaded(context, name, module)
            for library in called:
                code.add_linking_library(
                    _loaded(context, name, library) if isinstance(library, bytes) else _found(*library)
                )
            return Part(code, descriptor, signature)


def _loaded(context: Any, name: str, bitcode: bytes) -> _Code:
    code = _Code(context.codegen(), name)
    code._final_module = llvm.parse_bitcode(bitcode)
    code._finalized = True
    return code


def _find(origin: tuple[str, str, Types]) -> Part:
    module, name, argument_types = origin
    found: Any = import_module(module)
    for step in name.split("."):
        found = getattr(found, step)
    part: Part = found.parts.of_types(argument_types)
    return part


def _found(origin: tuple[str, str, Types], symbol: str) -> _Code:
    """The code that a part calls, if it is what it was when the part was made: somebody's own file may have changed."""
    part = _find(origin)
    if part.symbol != symbol:
        raise LookupError(f"{'.'.join(origin[:2])} has changed")
    return part.code


def _can_be_found(code: _Code) -> bool:
    """Whether another process can find the function by its name: not if it is nested in another one."""
    try:
        return code.origin[0] != "__main__" and _find(code.origin).code is code
    except (ImportError, AttributeError):
        return False


class Parts:
    """The parts that are made of one function, by the types of its arguments."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self._function, self._options = function, options
        self.made: dict[Types, Part] = {}

    @cached_property
    def _cache(self) -> _PartCache:
        return _PartCache(self._function)

    def of_types(self, argument_types: Types) -> Part:
        """The part for arguments of these types, or of wider ones, so that there are few."""
        wide = tuple(map(_widened, argument_types))
        if wide not in self.made:
            part = self._cache.load_overload(wide, cpu_target.target_context)
            self._take(wide, part or self._make(wide))
            if part is None:
                self._cache.save_overload(wide, self.made[wide])
        return self.made[wide]

    def _take(self, argument_types: Types, part: Part) -> None:
        part.code.origin = self._function.__module__, self._function.__qualname__, argument_types
        cpu_target.target_context.insert_user_function(part.key, part.descriptor, [part.code])
        self.made[argument_types] = part

    def _make(self, argument_types: Types) -> Part:
        flags = _Flags()
        cpu_target.options.parse_as_flags(flags, dict(self._options))
        made = compiler.compile_extra(
            cpu_target.typing_context, cpu_target.target_context, self._function, args=argument_types, return_type=None,
            flags=flags, locals={}, pipeline_class=_PartCompiler,
        )  # fmt: skip
        return Part(made.library, made.fndesc, made.signature)


def _widened(argument_type: Any) -> Any:
    """Amounts are signed, indices unsigned; a uint64 stays apart, since numba makes floats of it and signed ones. An
    array in a record is an array of any length."""
    plain = types.unliteral(argument_type)
    if isinstance(plain, types.NestedArray):
        return types.Array(plain.dtype, plain.ndim, plain.layout, aligned=plain.aligned)
    if not isinstance(plain, types.Integer) or plain == types.uint64:
        return plain
    return types.int64 if plain.signed else types.uint32


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _same_array(context: Any, builder: Any, nested: Any, array: Any, value: Any) -> Any:
    return value
