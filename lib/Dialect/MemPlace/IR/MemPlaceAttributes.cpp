//===- MemPlaceAttributes.cpp - Attributes and types of memplace ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "AsmFields.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Dialect/MemPlace/IR/MemPlaceEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.cpp.inc"

//===----------------------------------------------------------------------===//
// TierAttr
//===----------------------------------------------------------------------===//

LogicalResult TierAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringAttr name) {
  if (name.empty())
    return emitError() << "a tier's name must not be empty";
  return success();
}

//===----------------------------------------------------------------------===//
// CostAttr
//===----------------------------------------------------------------------===//

/// Parses the optional fields after `compute_ps`.
static ParseResult parseCostFields(AsmParser &parser,
                                   SmallVectorImpl<int64_t> &bytes,
                                   FloatAttr &overlap,
                                   SmallVectorImpl<FloatAttr> &efficiency) {
  static constexpr StringRef fields[] = {"bytes", "overlap", "efficiency"};
  ArrayRef<StringRef> rest = fields;
  for (StringRef keyword; true;) {
    if (parseOptionalField(parser, rest, keyword))
      return failure();
    if (keyword.empty())
      return success();
    auto parseElement = [&] {
      return keyword == "bytes"
                 ? parser.parseInteger(bytes.emplace_back())
                 : parseNumber(parser, keyword, efficiency.emplace_back());
    };
    if (keyword == "overlap" ? parseNumber(parser, keyword, overlap)
                             : parser.parseCommaSeparatedList(
                                   AsmParser::Delimiter::Square, parseElement))
      return failure();
  }
}

Attribute CostAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t computePs = 0;
  SmallVector<int64_t> bytes;
  FloatAttr overlap;
  SmallVector<FloatAttr> efficiency;
  if (parser.parseLess() || parser.parseKeyword("compute_ps") ||
      parser.parseEqual() || parser.parseInteger(computePs) ||
      parseCostFields(parser, bytes, overlap, efficiency) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<CostAttr>(loc, parser.getContext(), computePs, bytes,
                                     overlap, efficiency);
}

void CostAttr::print(AsmPrinter &printer) const {
  printer << "<compute_ps = " << getComputePs();
  if (!getBytes().empty()) {
    printer << ", bytes = [";
    llvm::interleaveComma(getBytes(), printer);
    printer << "]";
  }
  if (FloatAttr overlap = getOverlap())
    printField(printer, "overlap", overlap);
  if (!getEfficiency().empty()) {
    printer << ", efficiency = [";
    llvm::interleaveComma(getEfficiency(), printer, [&](FloatAttr value) {
      printer.printFloat(value.getValue());
    });
    printer << "]";
  }
  printer << ">";
}

/// Verifies an f64 from \p least to 1.
static LogicalResult verifyShare(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef what, double least,
                                 FloatAttr value) {
  if (!value.getType().isF64())
    return emitError() << what << " must be an f64, got " << value;
  double number = value.getValueAsDouble();
  if (number >= least && number <= 1) // False for NaN.
    return success();
  std::string text;
  llvm::raw_string_ostream(text)
      << " must be from " << llvm::format("%g", least) << " to 1, got "
      << llvm::format("%g", number);
  return emitError() << what << text;
}

//===----------------------------------------------------------------------===//
// AccessAttr
//===----------------------------------------------------------------------===//

AccessAttr AccessAttr::fromElement(Attribute element) {
  if (auto access = dyn_cast<AccessAttr>(element))
    return access;
  auto word = dyn_cast<StringAttr>(element);
  std::optional<OperandAccess> access =
      word ? symbolizeOperandAccess(word.getValue()) : std::nullopt;
  return access ? get(element.getContext(), *access, ArrayAttr())
                : AccessAttr();
}

LogicalResult AccessAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 OperandAccess, ArrayAttr tiers) {
  if (!tiers)
    return success();
  if (tiers.empty())
    return emitError() << "'tiers' names no tier; leave it out to allow all";
  for (Attribute tier : tiers)
    if (!isa<StringAttr>(tier) || cast<StringAttr>(tier).empty())
      return emitError() << "'tiers' must hold names of tiers, got " << tier;
  return success();
}

//===----------------------------------------------------------------------===//
// CutAttr
//===----------------------------------------------------------------------===//

LogicalResult CutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              int64_t dim, int64_t pieces) {
  if (dim < 0)
    return emitError() << "'dim' must be at least 0, got " << dim;
  if (pieces < 2)
    return emitError() << "'pieces' must be at least 2, got " << pieces;
  return success();
}

size_t CutsMadeAttr::getNumCutOps() const {
  llvm::SmallDenseSet<int64_t> steps;
  for (OpCutAttr cut : getOps())
    steps.insert(cut.getStep());
  return steps.size();
}

LogicalResult CostAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t computePs, ArrayRef<int64_t> bytes,
                               FloatAttr overlap,
                               ArrayRef<FloatAttr> efficiency) {
  if (computePs < 0)
    return emitError() << "compute_ps must be at least 0, got " << computePs;
  for (int64_t count : bytes)
    if (count < 0)
      return emitError() << "bytes must be at least 0, got " << count;
  if (overlap && failed(verifyShare(emitError, "overlap", 0, overlap)))
    return failure();
  for (FloatAttr value : efficiency)
    if (failed(verifyShare(emitError, "efficiency", minEfficiency, value)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// TierSpecAttr, ChannelSpecAttr
//===----------------------------------------------------------------------===//

/// Parses `true` or `false`, the value of \p field.
static ParseResult parseBool(AsmParser &parser, StringRef field, bool &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (word != "true" && word != "false")
    return parser.emitError(loc)
           << field << " must be 'true' or 'false', got '" << word << "'";
  value = word == "true";
  return success();
}

Attribute TierSpecAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr name;
  int64_t capacity = 0, alignment = 0;
  FloatAttr read, write;
  bool servesOps = true;
  static constexpr StringRef fields[] = {"ops"};
  ArrayRef<StringRef> rest = fields;
  StringRef field;
  if (parser.parseLess() || parseName(parser, name) ||
      parseField(parser, "capacity", capacity) ||
      parseField(parser, "alignment", alignment) ||
      parseField(parser, "read", read) || parseField(parser, "write", write) ||
      parseOptionalField(parser, rest, field) ||
      (!field.empty() && parseBool(parser, field, servesOps)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TierSpecAttr>(loc, parser.getContext(), name,
                                         capacity, alignment, read, write,
                                         servesOps);
}

void TierSpecAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printName(printer, getName());
  printField(printer, "capacity", getCapacity());
  printField(printer, "alignment", getAlignment());
  printField(printer, "read", getReadBytesPerSecond());
  printField(printer, "write", getWriteBytesPerSecond());
  if (!getServesOps())
    printer << ", ops = false";
  printer << ">";
}

/// Parses a keyword known to \p symbolize; otherwise reports \p rule.
template <typename Kind>
static ParseResult parseKind(AsmParser &parser, StringRef rule,
                             std::optional<Kind> (*symbolize)(StringRef),
                             Kind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Kind> found = symbolize(keyword);
  if (!found)
    return parser.emitError(loc) << rule << ", got '" << keyword << "'";
  kind = *found;
  return success();
}

namespace {
/// Optional fields of a channel.
struct ChannelFields {
  OrderKind order = OrderKind::Fifo;
  int64_t dimensions = 1;
  int64_t leastRun = 1;
  bool isIndexed = false;
  int64_t outstanding = 0;

  /// Returns the integer field \p name.
  int64_t &getInteger(StringRef name) {
    return name == "dimensions"  ? dimensions
           : name == "least_run" ? leastRun
                                 : outstanding;
  }
};
} // namespace

/// Parses `, order = deadline, dimensions = 3, least_run = 128, indexed = true,
/// outstanding = 8`; each field is optional.
static ParseResult parseChannelFields(AsmParser &parser, ChannelFields &out) {
  static constexpr StringRef fields[] = {"order", "dimensions", "least_run",
                                         "indexed", "outstanding"};
  ArrayRef<StringRef> rest = fields;
  for (StringRef field; true;) {
    if (parseOptionalField(parser, rest, field))
      return failure();
    if (field.empty())
      return success();
    const ParseResult result =
        field == "order"
            ? parseKind(parser, "order must be 'fifo' or 'deadline'",
                        symbolizeOrderKind, out.order)
        : field == "indexed" ? parseBool(parser, field, out.isIndexed)
                             : parser.parseInteger(out.getInteger(field));
    if (result)
      return failure();
  }
}

Attribute ChannelSpecAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr name, from, to;
  FloatAttr bandwidth;
  int64_t latency = 0;
  ChannelFields fields;
  if (parser.parseLess() || parseName(parser, name) || parser.parseComma() ||
      parseName(parser, from) || parser.parseKeyword("to") ||
      parseName(parser, to) ||
      parseField(parser, "bytes_per_second", bandwidth) ||
      parseField(parser, "latency_ps", latency) ||
      parseChannelFields(parser, fields) || parser.parseGreater())
    return {};
  return parser.getChecked<ChannelSpecAttr>(
      loc, parser.getContext(), name, from, to, bandwidth, latency,
      fields.order, fields.dimensions, fields.leastRun, fields.isIndexed,
      fields.outstanding);
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
  if (getOrder() != OrderKind::Fifo)
    printer << ", order = " << stringifyOrderKind(getOrder());
  if (getDimensions() != 1)
    printField(printer, "dimensions", getDimensions());
  if (getLeastRun() != 1)
    printField(printer, "least_run", getLeastRun());
  if (getIsIndexed())
    printer << ", indexed = true";
  if (getOutstanding() != 0)
    printField(printer, "outstanding", getOutstanding());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// TargetAttr
//===----------------------------------------------------------------------===//

/// `, combine = sum`
static ParseResult parseCombine(AsmParser &parser, CombineKind &combine) {
  return failure(parseField(parser, "combine") ||
                 parseKind(parser, "combine must be 'sum' or 'max'",
                           symbolizeCombineKind, combine));
}

/// Prints `{default = 1.0e+03}`: the dictionary without the types of its f64
/// values. A hexadecimal value keeps its type, since it would parse as an
/// integer.
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

/// Parses `, piece_ps = 5, overlap = 0.75, efficiency = 0.9`; each field is
/// optional, and an attribute is null for the value 1.
static ParseResult parseOptionalNumbers(AsmParser &parser, int64_t &piecePs,
                                        FloatAttr &overlap,
                                        FloatAttr &efficiency) {
  static constexpr StringRef fields[] = {"piece_ps", "overlap", "efficiency"};
  ArrayRef<StringRef> rest = fields;
  for (StringRef keyword; true;) {
    if (parseOptionalField(parser, rest, keyword))
      return failure();
    if (keyword.empty())
      return success();
    if (keyword == "piece_ps") {
      if (parser.parseInteger(piecePs))
        return failure();
      continue;
    }
    FloatAttr value;
    if (parseNumber(parser, keyword, value))
      return failure();
    if (value.getValueAsDouble() != 1)
      (keyword == "overlap" ? overlap : efficiency) = value;
  }
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
        CombineKind::Sum, DictionaryAttr::get(context), int64_t(0), int64_t(0),
        FloatAttr(), FloatAttr());

  SmallVector<TierSpecAttr> tiers;
  SmallVector<ChannelSpecAttr> channels;
  CombineKind combine = CombineKind::Sum;
  DictionaryAttr flopsPerSecond;
  int64_t launchPs = 0, piecePs = 0;
  FloatAttr overlap, efficiency;
  if (parseField(parser, "tiers") || parseList(parser, tiers) ||
      parseField(parser, "default_tier") || parseName(parser, defaultTier) ||
      parseField(parser, "channels") || parseList(parser, channels) ||
      parseCombine(parser, combine) || parseField(parser, "flops_per_second") ||
      parser.parseAttribute(flopsPerSecond) ||
      parseField(parser, "launch_ps", launchPs) ||
      parseOptionalNumbers(parser, piecePs, overlap, efficiency) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TargetAttr>(loc, context, name, tiers, defaultTier,
                                       channels, combine, flopsPerSecond,
                                       launchPs, piecePs, overlap, efficiency);
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
    if (getPiecePs() != 0)
      printField(printer, "piece_ps", getPiecePs());
    if (FloatAttr overlap = getOverlap())
      printField(printer, "overlap", overlap);
    if (FloatAttr efficiency = getEfficiency())
      printField(printer, "efficiency", efficiency);
  }
  printer << ">";
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name, ArrayRef<TierSpecAttr> tiers,
                                 StringAttr defaultTier,
                                 ArrayRef<ChannelSpecAttr> channels,
                                 CombineKind combine,
                                 DictionaryAttr flopsPerSecond,
                                 int64_t launchPs, int64_t piecePs,
                                 FloatAttr overlap, FloatAttr efficiency) {
  if (tiers.empty()) {
    if (name.empty())
      return emitError() << "a target's name must not be empty";
    if (!defaultTier.empty() || !channels.empty() || !flopsPerSecond.empty() ||
        launchPs != 0 || piecePs != 0 || overlap || efficiency)
      return emitError() << "a target that is spelled out needs at least one "
                            "tier; a built-in target has nothing but its name";
    return success();
  }
  return checkTarget(name, tiers, defaultTier, channels, combine,
                     flopsPerSecond, launchPs, piecePs, overlap, efficiency,
                     emitError);
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
