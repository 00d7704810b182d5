// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-pack-stream-resources --split-input-file --verify-diagnostics
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-pack-stream-resources=offset-alignment=0 < /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: 'offset-alignment' must be from 1 to 1073741824, got 0
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-pack-stream-resources=range-alignment=1073741825 < /dev/null 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: 'range-alignment' must be from 1 to 1073741824, got 1073741825
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-pack-stream-resources=nodes=-1 < /dev/null 2>&1 | FileCheck %s --check-prefix=NODES
// NODES: error: 'nodes' must be from 0 to {{[0-9]+}}, got -1
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-pack-stream-resources=report=%t/no/such/folder < /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: {{.*}}/no/such/folder: cannot {{.*}}No such file or directory

// Without registered dialects, text in IREE's custom syntax cannot be read:
// RUN: not memplace-opt --allow-unregistered-dialect --memplace-pack-stream-resources %S/Inputs/pretty.txt 2>&1 | FileCheck %s --check-prefix=PRETTY
// PRETTY: error: {{.*}}

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs 'operandSegmentSizes = array<i32: B, N>' with B 0 or 1 and B + N = 1, the number of operands; is the IR from another version of IREE?}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 1 : index]}> : (index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs 'operandSegmentSizes = array<i32: B, N>'}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 1, 1>}> : (index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs 'operandSegmentSizes = array<i32: B, N>'}}
%p:2 = "stream.resource.pack"(%c64, %c64, %c64) <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 2, 1>}> : (index, index, index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs a result for its size and one for each of 1 slices, got 1}}
%p = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> index

// -----

%c64 = arith.constant 64 : i64
// expected-error@+1 {{needs operands and results of type 'index'}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 0, 1>}> : (i64) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs 'lifetime_intervals' with 2 integers, two for each of 1 slices; is the IR from another version of IREE?}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{needs 'lifetime_intervals'}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = ["a", "b"], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{slice 0: the interval must be [FIRST, LAST] with 0 <= FIRST <= LAST < 2^62, got [3, 2]}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [3 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)

// -----

%c64 = arith.constant 64 : index
// expected-error@+1 {{slice 0: the interval must be [FIRST, LAST] with 0 <= FIRST <= LAST < 2^62, got [-1, 2]}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [-1 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)

// -----

%c64 = arith.constant -64 : index
// expected-error@+1 {{slice 0: the size must be from 0 to 2^62 - 2^30 bytes, got -64}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)

// -----

// Three of these are live at once.
%most = arith.constant 4611686017353646080 : index
// expected-error@+1 {{cannot be packed: there is no packing: two buffers with fixed offsets overlap, or 2^63 bytes are live together}}
%p:4 = "stream.resource.pack"(%most, %most, %most) <{lifetime_intervals = [0 : index, 2 : index, 0 : index, 2 : index, 0 : index, 2 : index], operandSegmentSizes = array<i32: 0, 3>}> : (index, index, index) -> (index, index, index, index)

// -----

module attributes {stream.resources = #stream.resource_config<{alignment = 64}>} {
  %c64 = arith.constant 64 : index
  // expected-error@+1 {{is under a 'stream.resources' attribute without 'min_buffer_offset_alignment' and 'min_buffer_range_alignment' from 1 to 1073741824 bytes: #stream.resource_config<{alignment = 64}>; is the IR from another version of IREE?}}
  %p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
}

// -----

// Each of several bad ops is reported.
%c64 = arith.constant 64 : index
// expected-error@+1 {{needs operands and results of type 'index'}}
%p:2 = "stream.resource.pack"(%c64) <{lifetime_intervals = [0 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (i32, i32)
// expected-error@+1 {{needs 'lifetime_intervals'}}
%q:2 = "stream.resource.pack"(%c64) <{operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
