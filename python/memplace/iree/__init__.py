"""Compiles models by IREE with memplace's packing of transient buffers.

Weights can be read per call, rather than being resident.

    from memplace.iree import PackOptions, WeightOptions, compile_model, write_module

    weights = WeightOptions(arena=600_000, archive="mlp.irpa")
    compiled = compile_model("mlp.mlirbc", flags, PackOptions(weights=weights))
    write_module("mlp.vmfb", compiled)

The command `memplace-iree` does the same; see docs/guide/iree.md.
"""

from memplace.iree.compiling import (
    ARCHIVE,
    EXPORT_PASS,
    FIRST_PASSES,
    GENERIC_FORM,
    LAST_PASSES,
    PACKS_REPORT,
    Compiled,
    Pack,
    PackOptions,
    check_flow,
    compile_in,
    compile_model,
    first_passes,
    format_packs,
    install_files,
    one_line,
    pack_command,
    pass_option,
    pass_text,
    read_packs,
    run_step,
    save_files,
    write_module,
)
from memplace.iree.ordering import (
    ORDERS_REPORT,
    SCHEDULE_PASS,
    Order,
    format_orders,
    read_orders,
)
from memplace.iree.tools import (
    INSTALL_HINT,
    SUPPORTED_VERSION,
    Flags,
    Tools,
    alignments_of,
    check_flags,
    check_no_export,
    find_iree_tool,
    find_tools,
    flags_in_help,
    read_probe,
    sort_flags,
    split_flag,
    version_of,
)
from memplace.iree.weights import Region, ResidentWeight, WeightOptions

__all__ = [
    "ARCHIVE",
    "EXPORT_PASS",
    "FIRST_PASSES",
    "GENERIC_FORM",
    "INSTALL_HINT",
    "LAST_PASSES",
    "ORDERS_REPORT",
    "PACKS_REPORT",
    "SCHEDULE_PASS",
    "SUPPORTED_VERSION",
    "Compiled",
    "Flags",
    "Order",
    "Pack",
    "PackOptions",
    "Region",
    "ResidentWeight",
    "Tools",
    "WeightOptions",
    "alignments_of",
    "check_flags",
    "check_flow",
    "check_no_export",
    "compile_in",
    "compile_model",
    "find_iree_tool",
    "find_tools",
    "first_passes",
    "flags_in_help",
    "format_orders",
    "format_packs",
    "install_files",
    "one_line",
    "pack_command",
    "pass_option",
    "pass_text",
    "read_orders",
    "read_packs",
    "read_probe",
    "run_step",
    "save_files",
    "sort_flags",
    "split_flag",
    "version_of",
    "write_module",
]
