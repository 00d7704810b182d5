"""Reports: placements of the same problem, to view and compare (docs/guide/reports.md).

    report = memplace.Report(problem, first, second)
    report.save("plans.html")     # a self-contained page
    report.save("plans.svg")      # the occupancy, for a paper; also .png and .pdf
    report.save("plans.trace.json")   # for Perfetto
    first.show(second)            # in a notebook
    memplace.PackingReport("packed.csv").save("packed.html")

All numbers are from the simulator and from `verify`; an illegal placement is an error.
The page needs the package plotly, a figure matplotlib: the extra `report`.
"""

from memplace.report.packing import PackingReport
from memplace.report.report import Report, show

__all__ = ["PackingReport", "Report", "show"]
