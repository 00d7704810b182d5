# memplace-report of memory snapshots of PyTorch: tables and page of small snapshots,
# random traces against a replay of all events, and files that are no snapshots.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import contextlib
import copy
import io
import os
import pickle
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
from report_runs import FOLDER, Page

from memplace.report.snapshot import SnapshotReport
from memplace.report_cli import main

MIB = 1 << 20
BASE = 0x7F0000000000
PAGE = Path(__file__).parents[2] / "docs" / "guide" / "reports.md"


def frames(*rows):
    return [{"filename": f, "line": line, "name": name} for f, line, name in rows]


MODEL = frames(
    ("??", 0, "c10::cuda::alloc"),
    ("/opt/lib/python3.11/site-packages/torch/nn/linear.py", 3, "forward"),
    ("/home/me/net/model.py", 31, "forward"),
    ("/home/me/net/train.py", 12, "main"),
)
TRAIN = frames(("/home/me/net/train.py", 20, "step"))


def entry(action, address, size, where=None, stream=0):
    fields = {"action": action, "addr": address, "size": size, "stream": stream}
    return fields | {"time_us": 0} | ({} if where is None else {"frames": where})


def freed(address, size, stream=0):
    actions = ("free_requested", "free_completed")
    return [entry(action, address, size, [], stream) for action in actions]


def block(size, where=None):
    """A block: free without `where`; one byte of an active block is padding."""
    if where is None:
        return {"size": size, "requested_size": 0, "state": "inactive"}
    fields = {"size": size, "requested_size": size - 1, "state": "active_allocated"}
    return fields | {"frames": where}


def segment(address, *blocks, device=0):
    total = sum(part["size"] for part in blocks)
    fields = {"device": device, "address": address, "total_size": total, "stream": 0}
    return fields | {"segment_pool_id": (0, 0), "blocks": list(blocks)}


def small():
    """1000 bytes and 1 MiB are live before the trace, the first until entry 1."""
    second = BASE + 64 * MIB
    trace = [
        *freed(BASE, 1000),
        entry("segment_alloc", second, 20 * MIB),
        entry("alloc", second, 8 * MIB - 100, MODEL),
        entry("alloc", second + 8 * MIB, 4 * MIB, TRAIN),
        *freed(second, 8 * MIB - 100),
        entry("alloc", second, 6 * MIB, TRAIN),
        entry("snapshot", 0, 0),
    ]
    first = segment(BASE, block(1024), block(MIB, MODEL), block(MIB - 1024))
    parts = [block(6 * MIB, TRAIN), block(2 * MIB), block(4 * MIB, TRAIN)]
    segments = [first, segment(second, *parts, block(8 * MIB))]
    settings = {"expandable_segments": False, "garbage_collection_threshold": 0.0}
    traces = {"device_traces": [trace, []], "allocator_settings": settings}
    return copy.deepcopy({"segments": segments} | traces)


def save(name, data, protocol=4):
    path = FOLDER / name
    path.write_bytes(data if type(data) is bytes else pickle.dumps(data, protocol))
    return path


def run(*arguments):
    """Runs the tool; returns its exit code, standard output and standard error."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
    return code, out.getvalue(), errors.getvalue()


class TableTest(unittest.TestCase):
    maxDiff = None

    def test_the_tables_of_the_documentation(self):
        for protocol in range(6):
            path = save("snapshot.pickle", small(), protocol)
            code, out, errors = run(path)
            self.assertEqual((code, errors), (0, ""))
            self.assertRegex(out, r"in all\n\nSizes: as requested.* known\.\n$")
            shown = PAGE.read_text().split("$ memplace-report snapshot.pickle\n")[1]
            head, tail = shown.split("```")[0].split("...\n")
            self.assertEqual(out[: len(head)], head)
            self.assertIn(tail, out)

    def test_each_device_has_its_tables(self):
        data = small()
        data["device_traces"][1] = [entry("alloc", BASE, 1, TRAIN, 7)]
        data["segments"].append(segment(BASE, block(512, TRAIN), device=1))
        page = FOLDER / "two.html"
        code, out, errors = run(save("two.PKL", data), "-o", page, "--title", "pair")
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(out, r"(?s)device 0: 5 .*device 1: 1 allocation\n.* 512 B ")
        facts = Page(page.read_text()).facts()
        self.assertEqual(facts["problem"]["name"], "pair")
        tiers = [tier["name"] for tier in facts["problem"]["tiers"]]
        self.assertEqual(tiers, ["device 0", "device 1"])
        self.assertEqual(facts["plans"][0]["peak"], [13 * MIB, 512])

    def test_many_lines_are_merged_and_control_characters_escaped(self):
        places = [frames((f"a{i}\x1b[31m.py", i, "f")) for i in range(12)]
        trace = [entry("alloc", i * 512, 512, place) for i, place in enumerate(places)]
        blocks = [block(512, place) for place in places]
        data = {"device_traces": [trace], "segments": [segment(0, *blocks)]}
        out = run(save("lines.pickle", data))[1]
        self.assertRegex(
            out, r"  1 KiB   16.7 %      512 B        2  \(2 other lines\)\n"
        )
        self.assertIn(r"a0\x1b[31m.py:0 f", out)

    def test_the_line_that_stands_for_an_allocation(self):
        library = ("/x/site-packages/torch/optim/adam.py", 5, "step")
        gradient = ("??", 0, "torch::autograd::generated::MmBackward0::apply(int)")
        other = ("Engine.cpp", 0, "torch::unwind::unwind()")
        cases = {
            "(no frames recorded)": (),
            "(no line of Python)": (other,),
            "(backward) MmBackward0": (other, gradient),
            "optim/adam.py:5 step": (gradient, library, other),
            "me/a.py:7 f": (other, library, ("/home/me/a.py", 7, "f"), library),
            "<ipython-input-1>:2 <module>": (("<ipython-input-1>", 2, "<module>"),),
            "a" * 120: (("a" * 500 + ".py", 7, "f"),),
        }
        for expected, rows in cases.items():
            trace = [entry("alloc", BASE, 1, frames(*rows))]
            data = {"device_traces": [trace], "segments": []}
            report = SnapshotReport(str(save("place.pickle", data)))
            self.assertEqual(report.memories[0].allocations[0].where, expected)

    def test_active_blocks_without_entry_are_from_before_the_trace(self):
        blocks = [block(1024, []), block(512, TRAIN), block(512, MODEL)]
        trace = [entry("alloc", BASE + 1024, 300, TRAIN)]
        data = {"device_traces": [trace], "segments": [segment(BASE, *blocks)]}
        memory = SnapshotReport(str(save("early.pickle", data))).memories[0]
        rows = [(a.begin, a.end, a.size, a.where) for a in memory.allocations]
        expected = [
            (1, 2, 512, "net/train.py:20 step"),
            (0, 2, 1024, "(before the trace)"),
        ]
        self.assertEqual(rows, [*expected, (0, 2, 512, "net/model.py:31 forward")])

    def test_missing_entries_and_streams_are_shown(self):
        first, again = entry("alloc", BASE, 5, TRAIN), entry("alloc", BASE, 5, TRAIN, 3)
        data = {"device_traces": [[first, again]], "segments": []}
        out = run(save("gaps.pickle", data))[1]
        # The free between the allocations, and the one at the end.
        self.assertRegex(out, "missing +2 ")
        self.assertRegex(out, "streams +2 ")
        self.assertRegex(out, "reserved at end +0 B  the trace lacks entries")
        self.assertRegex(out, "live at the peak +512 B  after entry 1 of 2")

    def test_a_block_that_waits_for_another_stream_is_live(self):
        alloc, free = entry("alloc", BASE, 512, TRAIN), entry(
            "free_requested", BASE, 512
        )
        part = block(512, TRAIN) | {"state": "active_pending_free"}
        trace = [entry("segment_map", BASE, 512), alloc, free]
        data = {"device_traces": [trace], "segments": [segment(BASE, part)]}
        report = SnapshotReport(str(save("waits.pickle", data)))
        self.assertEqual(report.memories[0].missing, 0)
        self.assertEqual(report.memories[0].upper.tolist(), [4])

    def test_a_hundred_thousand_events(self):
        events, _, segments = random_events(random.Random(7), 100_000)
        data = {"device_traces": [events], "segments": segments}
        code, out, errors = run(save("many.pickle", data))
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(out, "after entry [0-9]+ of 100000\n")

    def test_the_page_alone_on_standard_output(self):
        path = save("snapshot.pickle", small())
        figure = FOLDER / "figure.svg"
        self.assertEqual(run(path, "--svg", figure)[0], 0)
        self.assertIn("<svg", figure.read_text())
        self.assertRegex(run(path, path)[2], "a snapshot is shown alone")
        for option in (
            "--trace=x",
            "--label=x",
            "--capacity=1",
            "--arena=x",
            "--tier=x",
        ):
            code, out, errors = run(path, option)
            self.assertEqual((code, out), (2, ""))
            self.assertRegex(errors, f"error: {option[:-2]} is not for snapshots")
        self.assertRegex(run(path, "-o", path)[2], "error: -o would overwrite")


def random_events(rng, count):
    """Returns `count` events, the live bytes after each, and the segments at the end.

    A segment holds a single allocation at a time, and goes back from time to time.
    """
    events, levels, live, free, start = [], [], {}, {}, BASE
    while len(events) < count:
        action, batch = rng.random(), []
        if action < 0.5 and len(live) < 50:
            size = rng.choice([1, 511, 512, 513, rng.randrange(1, 5000)])
            fits = [address for address, room in free.items() if room >= size]
            if fits and rng.random() < 0.8:
                address = rng.choice(fits)
            else:
                address, start = start, start + MIB
                free[address] = -(-size // 512) * 512 + rng.choice([0, 512, 4096])
                batch.append(entry("segment_alloc", address, free[address]))
            live[address] = (size, free.pop(address))
            batch.append(entry("alloc", address, size, rng.choice([MODEL, TRAIN])))
        elif action < 0.95 and live:
            address = rng.choice(list(live))
            size, room = live.pop(address)
            free[address] = room
            batch += freed(address, size)
        elif free:
            address = rng.choice(list(free))
            batch.append(entry("segment_free", address, free.pop(address)))
        before = levels[-1] if levels else 0
        after = sum(-(-size // 512) * 512 for size, _ in live.values())
        levels += [before] * (len(batch) - 1) + [after] * bool(batch)
        events += batch
        if len(events) > count:  # Cut no batch in two: begin later instead.
            events, levels = events[1:], levels[1:]
    segments = []
    for address, (size, room) in live.items():
        part = block(room, TRAIN) | {"requested_size": size}
        segments.append(segment(address, part))
    segments += [segment(address, block(room)) for address, room in free.items()]
    return events, levels, segments


class RandomTest(unittest.TestCase):
    def check(self, seed):
        rng = random.Random(seed)
        count = rng.choice([1, 2, 10, 100, 400])
        events, levels, segments = random_events(rng, count)
        # The ring of the trace keeps the last events.
        kept = rng.randrange(1, count + 1)
        before = levels[-kept - 1] if kept < count else None
        data = {"device_traces": [events[-kept:]], "segments": segments}
        path = save("random.pickle", data)
        if all(event["action"] in ("free_requested", "segment_alloc", "segment_free")
               for event in events[-kept:]):  # fmt: skip
            self.assertRegex(run(path)[2], "has no trace of allocations")
            return
        memory = SnapshotReport(str(path)).memories[0]
        window = levels[-kept:]
        self.assertEqual(memory.missing, 0)
        self.assertEqual(
            memory.peak, max(window if before is None else [before, *window])
        )
        self.assertEqual(memory.peak, sum(row[0] for row in memory.live_lines()))
        self.assertEqual(memory.reserved[-1], sum(s["total_size"] for s in segments))
        self.assertGreaterEqual(memory.reserved[memory.step], memory.peak)
        self.check_packing(memory)

    def check_packing(self, memory):
        packed = memory.packed
        self.assertGreaterEqual(packed.peak, memory.peak)
        self.assertEqual(packed.bound, memory.peak)
        rows = list(zip(memory.lower, memory.upper, packed.offsets, memory.size))
        for index, (begin, end, low, size) in enumerate(rows):
            self.assertEqual(low % 512, 0)
            self.assertLessEqual(low + size, packed.peak)
            for other_begin, other_end, other_low, other_size in rows[:index]:
                if begin < other_end and other_begin < end:
                    apart = low + size <= other_low or other_low + other_size <= low
                    self.assertTrue(apart)

    def test_the_peak_is_that_of_a_replay(self):
        for seed in range(60):
            with self.subTest(seed=seed):
                self.check(seed)


class Command:
    """An object whose pickle runs a command."""

    def __reduce__(self):
        return os.system, (f"touch {FOLDER / 'ran'}",)


def without(*keys):
    """The small snapshot without the field at the end of a path of keys."""
    data = small()
    fields = data
    for key in keys[:-1]:
        fields = fields[key]
    del fields[keys[-1]]
    return data


def replaced(value, *keys):
    data = small()
    fields = data
    for key in keys[:-1]:
        fields = fields[key]
    fields[keys[-1]] = value
    return data


class ErrorTest(unittest.TestCase):
    def fails(self, data, pattern, protocol=4):
        path, page = save("bad.pickle", data, protocol), FOLDER / "never.html"
        code, out, errors = run(path, "-o", page)
        self.assertEqual((code, out, page.exists()), (1, "", False))
        self.assertRegex(errors, f"^memplace-report: error: '.*bad.pickle'.*{pattern}")
        self.assertEqual(errors.count("\n"), 1)

    def test_no_code_runs(self):
        name = f"asks for {os.system.__module__}.system, which a snapshot does not have"
        for protocol in range(6):
            self.fails(Command(), name, protocol)
            self.fails({"segments": [Command()]}, name, protocol)
            self.fails({"segments": {1}}, "plain data|asks for .*set", protocol)
        self.fails(b"(ios\nsystem\n.", "asks for os.system")
        self.fails({"device_traces": range(3)}, "asks for builtins.range")
        self.assertFalse((FOLDER / "ran").exists())

    def test_damaged_pickles(self):
        good = pickle.dumps(small())
        for data in (
            b"",
            b"no pickle",
            b"\x80\x63.",
            good[:-1],
            good[: len(good) // 2],
        ):
            self.fails(
                data, "is no snapshot of torch.cuda.memory: it is not a whole pickle"
            )
        # A huge index of the memo, a deep tuple as a key, a cycle, a huge string.
        deep = b"}" + b")" + b"\x85" * 200_000 + b"Ns."
        self.fails(b"\x80\x02Nr\xff\xff\xff\x7f.", "has NoneType as the file")
        self.fails(deep, "a key of a dict is neither a string nor a number")
        self.fails(b"]2a.", "has list as the file")
        self.fails(b"\x8d" + b"\xff" * 7 + b"\x7f.", "not a whole pickle")
        self.fails(b"]K\x01K\x01s.", "not a whole pickle")

    def test_random_damage_gives_one_error_or_a_report(self):
        good, rng = pickle.dumps(small()), random.Random(3)
        for _ in range(300):
            data = bytearray(good)
            for _ in range(rng.randrange(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            code, out, errors = run(save("damaged.pickle", bytes(data)))
            self.assertIn(code, (0, 1), errors)
            self.assertEqual(bool(out), code == 0)
            self.assertEqual(errors.count("\n"), code)

    def test_missing_and_wrong_fields(self):
        trace, size = ("device_traces", 0), f"where 0 to {1 << 48} bytes are expected"
        self.fails([], "has list as the file, where a dict is expected")
        self.fails(without("segments"), "lacks 'segments'")
        self.fails(without("device_traces"), "lacks 'device_traces'")
        self.fails(
            without(*trace, 3, "size"), r"'device_traces'\[0\]\[3\] lacks 'size'"
        )
        self.fails(without("segments", 0, "device"), r"'segments'\[0\] lacks 'device'")
        self.fails(without("segments", 1, "blocks", 2, "state"), "lacks 'state'")
        self.fails(replaced(None, *trace), "has NoneType as 'device_traces'")
        self.fails(replaced(3, *trace, 3), r"has 3 as 'device_traces'\[0\]\[3\]")
        self.fails(replaced("1", *trace, 3, "size"), "has str as 'size'")
        self.fails(replaced(True, *trace, 3, "size"), "has bool as 'size'")
        self.fails(replaced(-1, *trace, 3, "size"), f"has -1 as 'size' of .*, {size}")
        self.fails(replaced((1 << 48) + 1, *trace, 3, "size"), size)
        self.fails(replaced(1 << 9999, *trace, 3, "size"), f"a larger number .*{size}")
        self.fails(replaced(-5, "segments", 0, "total_size"), "has -5 as 'total_size'")
        self.fails(replaced([7], *trace, 3, "frames"), "has 7 as a frame of")
        self.fails(replaced(None, *trace, 3, "frames", 0, "filename"), "'filename'")

    def test_huge_sums_and_repeated_lists(self):
        events = [entry("alloc", i, 1 << 48, TRAIN) for i in range(1 << 15)]
        data = {"device_traces": [events], "segments": []}
        self.fails(data, "as 'size' of 'device_traces'.0..16384.")
        events = [entry("snapshot", 0, 0)] * 3000
        self.fails(
            {"device_traces": [events] * 3000, "segments": []}, "in several places"
        )

    def test_no_trace(self):
        call = r"call torch.cuda.memory._record_memory_history\(\) before the work"
        for traces in ([], [[]], [[entry("snapshot", 0, 0)]], [[], []]):
            self.fails(
                replaced(traces, "device_traces"), f"no trace of allocations; {call}"
            )
        self.assertRegex(run(FOLDER / "none.pickle")[2], "cannot read '.*none.pickle'")


if __name__ == "__main__":
    unittest.main()
