//===- TargetConversion.cpp - Targets as attributes and as plain data -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace memplace;

/// Adds the flops per second of each element type. Reports any value other than
/// an f64.
static LogicalResult addFlops(DictionaryAttr flopsPerSecond, Target &target,
                              function_ref<InFlightDiagnostic()> emitError) {
  for (NamedAttribute entry : flopsPerSecond) {
    auto value = dyn_cast<FloatAttr>(entry.getValue());
    if (!value || !value.getType().isF64())
      return emitError() << "flops_per_second." << entry.getName().getValue()
                         << ": must be an f64, got " << entry.getValue();
    target.flopsPerSecond[entry.getName().str()] = value.getValueAsDouble();
  }
  return success();
}

/// Returns the tier \p name. An error names \p field as its origin.
static FailureOr<TierId>
findTier(const Target &target, StringRef name, StringRef field,
         function_ref<InFlightDiagnostic()> emitError) {
  if (std::optional<TierId> tier = target.findTier(name))
    return *tier;
  InFlightDiagnostic error = emitError();
  error << field << ": no tier is named '" << name << "'; there is ";
  llvm::interleaveComma(target.tiers, error, [&](const Tier &tier) {
    error << "'" << tier.name << "'";
  });
  return failure();
}

static FailureOr<Target>
makeTarget(StringAttr name, ArrayRef<TierSpecAttr> tiers,
           StringAttr defaultTier, ArrayRef<ChannelSpecAttr> channels,
           CombineKind combine, DictionaryAttr flopsPerSecond, int64_t launchPs,
           int64_t piecePs, FloatAttr overlap, FloatAttr efficiency,
           function_ref<InFlightDiagnostic()> emitError) {
  Target target;
  target.name = name.str();
  target.combine = combine == CombineKind::Max ? Combine::Max : Combine::Sum;
  target.launchPs = launchPs;
  target.piecePs = piecePs;
  if (overlap)
    target.opDefaults.overlap = overlap.getValueAsDouble();
  if (efficiency)
    target.opDefaults.efficiency = efficiency.getValueAsDouble();
  for (TierSpecAttr tier : tiers)
    target.tiers.push_back({tier.getName().str(), tier.getCapacity(),
                            tier.getAlignment(),
                            tier.getReadBytesPerSecond().getValueAsDouble(),
                            tier.getWriteBytesPerSecond().getValueAsDouble(),
                            tier.getServesOps()});
  FailureOr<TierId> home =
      findTier(target, defaultTier, "default_tier", emitError);
  if (failed(home) || failed(addFlops(flopsPerSecond, target, emitError)))
    return failure();
  target.defaultTier = *home;

  for (auto [index, channel] : llvm::enumerate(channels)) {
    std::string field = "channels[" + std::to_string(index) + "]";
    FailureOr<TierId> from =
        findTier(target, channel.getFrom(), field + ".from", emitError);
    if (failed(from))
      return failure();
    FailureOr<TierId> to =
        findTier(target, channel.getTo(), field + ".to", emitError);
    if (failed(to))
      return failure();
    target.channels.push_back(
        {channel.getName().str(), *from, *to,
         channel.getBytesPerSecond().getValueAsDouble(), channel.getLatencyPs(),
         channel.getOrder() == OrderKind::Deadline ? ChannelOrder::Deadline
                                                   : ChannelOrder::Fifo,
         channel.getDimensions(), channel.getLeastRun(), channel.getIsIndexed(),
         channel.getOutstanding()});
  }
  if (std::optional<Error> error = check(target)) {
    emitError() << error->message;
    return failure();
  }
  return target;
}

LogicalResult
memplace::checkTarget(StringAttr name, ArrayRef<TierSpecAttr> tiers,
                      StringAttr defaultTier,
                      ArrayRef<ChannelSpecAttr> channels, CombineKind combine,
                      DictionaryAttr flopsPerSecond, int64_t launchPs,
                      int64_t piecePs, FloatAttr overlap, FloatAttr efficiency,
                      function_ref<InFlightDiagnostic()> emitError) {
  return makeTarget(name, tiers, defaultTier, channels, combine, flopsPerSecond,
                    launchPs, piecePs, overlap, efficiency, emitError);
}

FailureOr<Target>
memplace::toTarget(TargetAttr attr,
                   function_ref<InFlightDiagnostic()> emitError) {
  if (attr.isByName()) {
    Target target;
    target.name = attr.getName().str();
    return target;
  }
  return makeTarget(attr.getName(), attr.getTiers(), attr.getDefaultTier(),
                    attr.getChannels(), attr.getCombine(),
                    attr.getFlopsPerSecond(), attr.getLaunchPs(),
                    attr.getPiecePs(), attr.getOverlap(), attr.getEfficiency(),
                    emitError);
}

TargetAttr memplace::toTargetAttr(const Target &target, MLIRContext *context) {
  Builder builder(context);
  SmallVector<TierSpecAttr> tiers;
  for (const Tier &tier : target.tiers)
    tiers.push_back(TierSpecAttr::get(
        context, builder.getStringAttr(tier.name), tier.capacity,
        tier.alignment, builder.getF64FloatAttr(tier.readBytesPerSecond),
        builder.getF64FloatAttr(tier.writeBytesPerSecond), tier.servesOps));
  SmallVector<ChannelSpecAttr> channels;
  for (const Channel &channel : target.channels)
    channels.push_back(ChannelSpecAttr::get(
        context, builder.getStringAttr(channel.name),
        builder.getStringAttr(target.tiers[channel.from].name),
        builder.getStringAttr(target.tiers[channel.to].name),
        builder.getF64FloatAttr(channel.bytesPerSecond), channel.latencyPs,
        channel.order == ChannelOrder::Deadline ? OrderKind::Deadline
                                                : OrderKind::Fifo,
        channel.dimensions, channel.leastRun, channel.isIndexed,
        channel.outstanding));
  // 1 is the default, which the attribute leaves out.
  auto toAttr = [&](double share) {
    return share == 1 ? FloatAttr() : builder.getF64FloatAttr(share);
  };
  SmallVector<NamedAttribute> flops;
  for (const auto &[type, value] : target.flopsPerSecond)
    flops.push_back(builder.getNamedAttr(type, builder.getF64FloatAttr(value)));
  return TargetAttr::get(
      context, builder.getStringAttr(target.name), tiers,
      builder.getStringAttr(target.tiers[target.defaultTier].name), channels,
      target.combine == Combine::Max ? CombineKind::Max : CombineKind::Sum,
      builder.getDictionaryAttr(flops), target.launchPs, target.piecePs,
      toAttr(target.opDefaults.overlap), toAttr(target.opDefaults.efficiency));
}
