"""Linked functions: compiled once to bitcode (LLVM's intermediate code) and linked into those that call them.

numba optimises a function together with all that it calls and makes machine code of it. It does so again at every level
of the call chain. Here a function that compiled code calls is typed, lowered and optimised alone, once. Machine code is
made of it where it is used, in the function that Python calls. The bitcode is kept on disk like machine code. Its names
are the same in every process, so bitcode of several processes fits together.
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
from numba.core.lowering import Lower
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

from footplate.compile.linked.contexts import Types, target
from footplate.compile.linked.disk_cache import DiskCache, Place

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


class _Flags(Flags):  # type: ignore[misc]
    """numba finds functions by the flags of whoever calls them, and compares all their values each time; here those
    that are set come first."""

    _hash = hash(Flags())  # of the names of the options, so it never changes

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, _Flags) and self._values == other._values) or bool(super().__eq__(other))


class _Bitcode(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function. It never runs by itself."""

    origin: tuple[str, str, tuple[Any, ...]]  # module, function and types, by which another process finds it

    def _optimize_functions(self, module: Any) -> None:
        """With passes that are set up once; numba does that for each function, also for those that it links."""
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
                library.module() if isinstance(library, _Bitcode) else library._get_module_for_linking(), preserve=True
            )
        return module


def _all_called(code: _Bitcode) -> Iterator[Any]:
    """Each library once, callers before those that they call."""
    seen: set[Any] = {code}
    waiting = list(code._linking_libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, _Bitcode):
                waiting += library._linking_libraries


@dataclass(frozen=True)
class LinkedFunction:
    """A function for arguments of certain types: a specialization."""

    code: _Bitcode
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
class _Lower(LoweringPass):  # type: ignore[misc]
    """Lowering without the wrappers that Python or C would call, under a name that is the same in every process."""

    _name = "lower_linked"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        context, code = state.targetctx, state.library
        descriptor = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir, state.typemap, state.return_type, state.calltypes,
            mangler=lambda name, types, **_: _symbol(state.func_id.func, name, types),
            inline=state.flags.forceinline, noalias=False, abi_tags=(),
        )  # fmt: skip
        with context.push_code_library(code):
            lower = Lower(context, code, descriptor, state.func_ir, metadata=state.metadata)
            lower.lower()
        state["cr"] = compiler._LowerResult(descriptor, lower.call_helper, cfunc=None, env=lower.env)
        return True


def _symbol(function: Callable[..., Any], name: str, argument_types: Types) -> str:
    code = function.__code__
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    which = repr((function.__module__, code.co_firstlineno, code.co_code, code.co_consts, cells, tuple(argument_types)))
    digest: str = hashlib.sha256(which.encode()).hexdigest()[:20]
    return str(itanium_mangler.mangle(name, (), abi_tags=(digest,)))


class _Compiler(CompilerBase):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        self.state.library = _Bitcode(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = PassManager("linked")
        for step, description in usual.passes:
            if step not in _UNNEEDED:
                passes.add_pass(_Lower if step is NativeLowering else step, description)
        passes.finalize()
        return [passes]


class _Cache(DiskCache):
    """Linked functions on disk: their own code, and the names of the linked functions that they call."""

    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            self._lineno, self._locator = function.__code__.co_firstlineno, Place(function, "-linked")
            self._filename_base = self._locator.filename_base

        def check_cachable(self, linked: LinkedFunction) -> bool:
            called = (library for library in linked.code._linking_libraries if isinstance(library, _Bitcode))
            is_fixed = not (linked.code.has_dynamic_globals or linked.code._reload_init)
            return is_fixed and all(map(_can_be_found, (linked.code, *called)))

        def reduce(self, linked: LinkedFunction) -> tuple[Any, ...]:
            linked.descriptor.typemap = linked.descriptor.calltypes = None
            called = [
                (library.origin, _find(library.origin).symbol)
                if isinstance(library, _Bitcode)
                else library._get_module_for_linking().as_bitcode()
                for library in dict.fromkeys(linked.code._linking_libraries)
            ]
            return linked.code.name, linked.code.module().as_bitcode(), called, linked.descriptor, linked.signature

        def rebuild(self, context: Any, data: tuple[Any, ...]) -> LinkedFunction:
            name, module, called, descriptor, signature = data
            code = _loaded(context, name, module)
            for library in called:
                code.add_linking_library(
                    _loaded(context, name, library) if isinstance(library, bytes) else _found(*library)
                )
            return LinkedFunction(code, descriptor, signature)


def _loaded(context: Any, name: str, bitcode: bytes) -> _Bitcode:
    code = _Bitcode(context.codegen(), name)
    code._final_module = llvm.parse_bitcode(bitcode)
    code._finalized = True
    return code


def _find(origin: tuple[str, str, tuple[Any, ...]]) -> LinkedFunction:
    module, name, argument_types = origin
    found: Any = import_module(module)
    for step in name.split("."):
        found = getattr(found, step)
    linked: LinkedFunction = found.linked.of_types(argument_types)
    return linked


def _found(origin: tuple[str, str, tuple[Any, ...]], symbol: str) -> _Bitcode:
    """The code that a linked function calls, if it is what it was then: somebody's own file may have changed."""
    linked = _find(origin)
    if linked.symbol != symbol:
        raise LookupError(f"{'.'.join(origin[:2])} has changed")
    return linked.code


def _can_be_found(code: _Bitcode) -> bool:
    """Whether another process can find the function by its name: not if it is nested in another one."""
    try:
        return code.origin[0] != "__main__" and _find(code.origin).code is code
    except (ImportError, AttributeError):
        return False


class Specializations:
    """What is made of one function, by the types of its arguments."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self._function, self._options = function, options
        self.made: dict[tuple[Any, ...], LinkedFunction] = {}

    @cached_property
    def _cache(self) -> _Cache:
        return _Cache(self._function)

    def of_types(self, argument_types: Types) -> LinkedFunction:
        """The one for arguments of these types, or of wider ones, so that there are few."""
        wide = Types(map(_widened, argument_types))
        if wide not in self.made:
            kept = self._cache.load_overload(wide, target.target_context)
            self._take(wide, kept or self._make(wide))
            if kept is None:
                self._cache.save_overload(wide, self.made[wide])
        return self.made[wide]

    def _take(self, argument_types: Types, linked: LinkedFunction) -> None:
        linked.code.origin = self._function.__module__, self._function.__qualname__, argument_types
        target.target_context.insert_user_function(linked.key, linked.descriptor, [linked.code])
        self.made[argument_types] = linked

    def _make(self, argument_types: Types) -> LinkedFunction:
        flags = _Flags()
        target.options.parse_as_flags(flags, dict(self._options))
        made = compiler.compile_extra(
            target.typing_context, target.target_context, self._function, args=argument_types, return_type=None,
            flags=flags, locals={}, pipeline_class=_Compiler,
        )  # fmt: skip
        return LinkedFunction(made.library, made.fndesc, made.signature)


def _widened(argument_type: Any) -> Any:
    """Amounts are signed, indices unsigned; a uint64 stays apart, since numba makes floats of it and signed ones. An
    array in a record is an array of any length."""
    plain = types.unliteral(argument_type)
    if isinstance(plain, types.NestedArray):
        return types.Array(plain.dtype, plain.ndim, plain.layout, aligned=plain.aligned)
    if not isinstance(plain, types.Integer) or plain == types.uint64:
        return plain
    return types.int64 if plain.signed else types.uint32
