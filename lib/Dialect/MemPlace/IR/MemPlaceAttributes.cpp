//===- MemPlaceAttributes.cpp - Attributes and types of memplace ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Dialect/MemPlace/IR/MemPlaceEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.cpp.inc"

//===----------------------------------------------------------------------===//
// Pieces of the assembly formats
//===----------------------------------------------------------------------===//

/// `"name"`
static ParseResult parseName(AsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  name = StringAttr::get(parser.getContext(), text);
  return success();
}

static void printName(AsmPrinter &printer, StringAttr name) {
  printer.printString(name.getValue());
}

/// `, keyword =`
static ParseResult parseField(AsmParser &parser, StringRef keyword) {
  return failure(parser.parseComma() || parser.parseKeyword(keyword) ||
                 parser.parseEqual());
}

/// `, keyword = 12`
static ParseResult parseField(AsmParser &parser, StringRef keyword,
                              int64_t &value) {
  return failure(parseField(parser, keyword) || parser.parseInteger(value));
}

/// `, keyword = 1.5`; whole numbers need no point. A hexadecimal number is the
/// bits of a double, as elsewhere in MLIR: that is how those are printed that
/// have no short decimal form.
static ParseResult parseField(AsmParser &parser, StringRef keyword,
                              FloatAttr &value) {
  if (parseField(parser, keyword))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  StringRef start(loc.getPointer(), strnlen(loc.getPointer(), 2));
  if (start.starts_with("-"))
    return parser.emitError(loc, "'") << keyword << "' must not be negative";
  Type f64 = Float64Type::get(parser.getContext());
  int64_t whole = 0;
  OptionalParseResult isWhole;
  if (start != "0x")
    isWhole = parser.parseOptionalInteger(whole);
  if (isWhole.has_value()) {
    value = FloatAttr::get(f64, static_cast<double>(whole));
    return *isWhole;
  }
  double number = 0;
  if (parser.parseFloat(number))
    return failure();
  value = FloatAttr::get(f64, number);
  return success();
}

static void printField(AsmPrinter &printer, StringRef keyword, int64_t value) {
  printer << ", " << keyword << " = " << value;
}

static void printField(AsmPrinter &printer, StringRef keyword,
                       FloatAttr value) {
  printer << ", " << keyword << " = ";
  printer.printFloat(value.getValue());
}

/// `[#memplace.x<...>, ...]`
template <typename AttrT>
static ParseResult parseList(AsmParser &parser, SmallVectorImpl<AttrT> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseAttribute(list.emplace_back());
  });
}

template <typename AttrT>
static void printList(AsmPrinter &printer, StringRef keyword,
                      ArrayRef<AttrT> list) {
  printer << ", " << keyword << " = [";
  llvm::interleaveComma(list, printer,
                        [&](AttrT attr) { printer.printAttribute(attr); });
  printer << "]";
}

//===----------------------------------------------------------------------===//
// TierAttr, CostAttr
//===----------------------------------------------------------------------===//

LogicalResult TierAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringAttr name) {
  if (name.empty())
    return emitError() << "a tier's name must not be empty";
  return success();
}

LogicalResult CostAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t computePs, ArrayRef<int64_t> bytes) {
  if (computePs < 0)
    return emitError() << "compute_ps must be at least 0, got " << computePs;
  for (int64_t count : bytes)
    if (count < 0)
      return emitError() << "bytes must be at least 0, got " << count;
  return success();
}

//===----------------------------------------------------------------------===//
// TierSpecAttr, ChannelSpecAttr
//===----------------------------------------------------------------------===//

Attribute TierSpecAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr name;
  int64_t capacity = 0, alignment = 0;
  FloatAttr read, write;
  if (parser.parseLess() || parseName(parser, name) ||
      parseField(parser, "capacity", capacity) ||
      parseField(parser, "alignment", alignment) ||
      parseField(parser, "read", read) || parseField(parser, "write", write) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TierSpecAttr>(loc, parser.getContext(), name,
                                         capacity, alignment, read, write);
}

void TierSpecAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getName());
  printField(printer, "capacity", getCapacity());
  printField(printer, "alignment", getAlignment());
  printField(printer, "read", getReadBytesPerSecond());
  printField(printer, "write", getWriteBytesPerSecond());
  printer << ">";
}

Attribute ChannelSpecAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr name, from, to;
  FloatAttr bandwidth;
  int64_t latency = 0;
  if (parser.parseLess() || parseName(parser, name) || parser.parseComma() ||
      parseName(parser, from) || parser.parseKeyword("to") ||
      parseName(parser, to) ||
      parseField(parser, "bytes_per_second", bandwidth) ||
      parseField(parser, "latency_ps", latency) || parser.parseGreater())
    return {};
  return parser.getChecked<ChannelSpecAttr>(loc, parser.getContext(), name,
                                            from, to, bandwidth, latency);
}

void ChannelSpecAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getName());
  printer << ", ";
  printName(printer, getFrom());
  printer << " to ";
  printName(printer, getTo());
  printField(printer, "bytes_per_second", getBytesPerSecond());
  printField(printer, "latency_ps", getLatencyPs());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// TargetAttr
//===----------------------------------------------------------------------===//

/// `, combine = sum`
static ParseResult parseCombine(AsmParser &parser, CombineKind &combine) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parseField(parser, "combine") || parser.parseKeyword(&keyword))
    return failure();
  std::optional<CombineKind> kind = symbolizeCombineKind(keyword);
  if (!kind)
    return parser.emitError(loc, "combine must be 'sum' or 'max', got '")
           << keyword << "'";
  combine = *kind;
  return success();
}

/// `{default = 1.0e+03}`: a dictionary without the types of its f64 values,
/// except for those in bits, which would be integers without.
static void printFlops(AsmPrinter &printer, DictionaryAttr flopsPerSecond) {
  printer << "{";
  llvm::interleaveComma(flopsPerSecond, printer, [&](NamedAttribute entry) {
    printer.printKeywordOrString(entry.getName());
    std::string number;
    llvm::raw_string_ostream stream(number);
    cast<FloatAttr>(entry.getValue()).print(stream, /*elideType=*/true);
    printer << " = " << number;
    if (StringRef(number).starts_with("0x"))
      printer << " : f64";
  });
  printer << "}";
}

Attribute TargetAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  MLIRContext *context = parser.getContext();
  StringAttr name, defaultTier;
  if (parser.parseLess() || parseName(parser, name))
    return {};
  if (succeeded(parser.parseOptionalGreater()))
    return parser.getChecked<TargetAttr>(
        loc, context, name, ArrayRef<TierSpecAttr>(),
        StringAttr::get(context, ""), ArrayRef<ChannelSpecAttr>(),
        CombineKind::Sum, DictionaryAttr::get(context), int64_t(0));

  SmallVector<TierSpecAttr> tiers;
  SmallVector<ChannelSpecAttr> channels;
  CombineKind combine = CombineKind::Sum;
  DictionaryAttr flopsPerSecond;
  int64_t launchPs = 0;
  if (parseField(parser, "tiers") || parseList(parser, tiers) ||
      parseField(parser, "default_tier") || parseName(parser, defaultTier) ||
      parseField(parser, "channels") || parseList(parser, channels) ||
      parseCombine(parser, combine) || parseField(parser, "flops_per_second") ||
      parser.parseAttribute(flopsPerSecond) ||
      parseField(parser, "launch_ps", launchPs) || parser.parseGreater())
    return {};
  return parser.getChecked<TargetAttr>(loc, context, name, tiers, defaultTier,
                                       channels, combine, flopsPerSecond,
                                       launchPs);
}

void TargetAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getName());
  if (!isByName()) {
    printList(printer, "tiers", getTiers());
    printer << ", default_tier = ";
    printName(printer, getDefaultTier());
    printList(printer, "channels", getChannels());
    printer << ", combine = " << stringifyCombineKind(getCombine())
            << ", flops_per_second = ";
    printFlops(printer, getFlopsPerSecond());
    printField(printer, "launch_ps", getLaunchPs());
  }
  printer << ">";
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name, ArrayRef<TierSpecAttr> tiers,
                                 StringAttr defaultTier,
                                 ArrayRef<ChannelSpecAttr> channels,
                                 CombineKind combine,
                                 DictionaryAttr flopsPerSecond,
                                 int64_t launchPs) {
  if (tiers.empty()) {
    if (name.empty())
      return emitError() << "a target's name must not be empty";
    if (!defaultTier.empty() || !channels.empty() || !flopsPerSecond.empty() ||
        launchPs != 0)
      return emitError() << "a target that is spelled out needs at least one "
                            "tier; a built-in target has nothing but its name";
    return success();
  }
  return checkTarget(name, tiers, defaultTier, channels, combine,
                     flopsPerSecond, launchPs, emitError);
}

//===----------------------------------------------------------------------===//
// ResidencyAttr, TransferAttr
//===----------------------------------------------------------------------===//

Attribute ResidencyAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr tier;
  std::optional<int64_t> offset;
  int64_t begin = 0, end = 0;
  if (parser.parseLess() || parseName(parser, tier) || parser.parseComma())
    return {};
  if (succeeded(parser.parseOptionalKeyword("offset"))) {
    if (parser.parseEqual() || parser.parseInteger(offset.emplace()) ||
        parser.parseComma())
      return {};
  }
  if (parser.parseKeyword("steps") || parser.parseEqual() ||
      parser.parseInteger(begin) || parser.parseKeyword("to") ||
      parser.parseInteger(end) || parser.parseGreater())
    return {};
  return parser.getChecked<ResidencyAttr>(loc, parser.getContext(), tier,
                                          offset, begin, end);
}

void ResidencyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getTier());
  if (std::optional<int64_t> offset = getOffset())
    printField(printer, "offset", *offset);
  printer << ", steps = " << getBegin() << " to " << getEnd() << ">";
}

LogicalResult
ResidencyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      StringAttr tier, std::optional<int64_t> offset,
                      int64_t begin, int64_t end) {
  if (tier.empty())
    return emitError() << "a residency's tier must not be empty";
  if (offset && *offset < 0)
    return emitError() << "a residency's offset must be at least 0 bytes, got "
                       << *offset;
  if (begin < 0 || begin >= end)
    return emitError() << "a residency lasts for at least one step from 0 on, "
                          "got steps "
                       << begin << " to " << end;
  return success();
}

LogicalResult TransferAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t from, int64_t to, StringAttr channel,
                                   int64_t start, int64_t done) {
  if (from < 0 || to < 0 || from == to)
    return emitError() << "a transfer is from one residency to another, got "
                       << from << " to " << to;
  if (channel.empty())
    return emitError() << "a transfer's channel must not be empty";
  if (start < 0 || start > done)
    return emitError() << "a transfer starts at step 0 or later and is done at "
                          "its start or later, got start "
                       << start << ", done " << done;
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void MemPlaceDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.cpp.inc"
      >();
}

void MemPlaceDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.cpp.inc"
      >();
}
