"""Memory plans for ExecuTorch (docs/guide/packing.md).

    from executorch.exir import ExecutorchBackendConfig
    from executorch.exir.passes import MemoryPlanningPass
    from memplace import executorch

    memory_pass = MemoryPlanningPass(memory_planning_algo=executorch.plan)
    config = ExecutorchBackendConfig(memory_planning_pass=memory_pass)
    program = edge.to_executorch(config)

`Planner(banks=...)` plans several banks: an ExecuTorch `TargetMemoryMap`.

* `planner`: the callables;
* `graph`: buffers of an ExecuTorch graph, with live ranges and bytes accessed;
* `regions`: memory of the submodules of control flow;
* `placing`: arenas and offsets for buffers;
* `packages`: ExecuTorch and memplace_pack, loaded by the first call.
"""

from memplace.executorch.planner import Planner, plan

__all__ = ["Planner", "plan"]
