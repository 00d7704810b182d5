//===- TargetFromDLTI.cpp - Targets from dlti.target_system_spec ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace memplace;

static constexpr StringLiteral prefix = "memplace.";
static constexpr StringLiteral flopsPrefix = "flops_per_second.";

namespace {

/// The keys `memplace.*` of a device. Reading a key removes it, so the
/// remaining keys are unknown.
class Device {
public:
  Device(ModuleOp module, DataLayoutEntryInterface entry);

  StringRef name() const { return deviceName; }
  bool isEmpty() const { return values.empty(); }
  bool has(StringRef key) const { return values.contains(key); }

  /// Reads the value of \p key; \p fallback without such a key. Reports a value
  /// of the wrong kind, and a missing key without a fallback.
  LogicalResult read(StringRef key, int64_t &value,
                     std::optional<int64_t> fallback = {});
  LogicalResult read(StringRef key, double &value,
                     std::optional<double> fallback = {});
  LogicalResult read(StringRef key, std::string &value,
                     std::optional<std::string> fallback = {});
  /// Without the key, \p value stays as it is.
  LogicalResult readOptional(StringRef key, bool &value);

  /// Reads all keys `flops_per_second.*`.
  LogicalResult readFlops(std::map<std::string, double> &flops);

  LogicalResult checkNothingIsLeft() const;
  InFlightDiagnostic error() const;

private:
  Operation *module;
  std::string deviceName;
  std::map<std::string, Attribute, std::less<>> values; // Without the prefix.
};

} // namespace

Device::Device(ModuleOp module, DataLayoutEntryInterface entry)
    : module(module) {
  auto id = dyn_cast<StringAttr>(entry.getKey());
  auto spec = dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
  if (!id || !spec)
    return;
  deviceName = id.str();
  for (DataLayoutEntryInterface property : spec.getEntries()) {
    auto key = dyn_cast<StringAttr>(property.getKey());
    if (key && key.getValue().starts_with(prefix))
      values[key.getValue().drop_front(prefix.size()).str()] =
          property.getValue();
  }
}

InFlightDiagnostic Device::error() const {
  return mlir::emitError(module->getLoc(), "device '")
         << deviceName << "' of 'dlti.target_system_spec': ";
}

LogicalResult Device::read(StringRef key, int64_t &value,
                           std::optional<int64_t> fallback) {
  auto it = values.find(key);
  if (it == values.end() && fallback) {
    value = *fallback;
    return success();
  }
  if (it == values.end())
    return error() << "'" << prefix << key << "' is missing";
  auto integer = dyn_cast<IntegerAttr>(it->second);
  if (!integer || integer.getType().isIndex() ||
      integer.getType().getIntOrFloatBitWidth() > 64)
    return error() << "'" << prefix << key << "' must be an i64, got "
                   << it->second;
  value = integer.getValue().getSExtValue();
  values.erase(it);
  return success();
}

LogicalResult Device::read(StringRef key, double &value,
                           std::optional<double> fallback) {
  auto it = values.find(key);
  if (it == values.end() && fallback) {
    value = *fallback;
    return success();
  }
  if (it == values.end())
    return error() << "'" << prefix << key << "' is missing";
  auto number = dyn_cast<FloatAttr>(it->second);
  if (!number || !number.getType().isF64())
    return error() << "'" << prefix << key << "' must be an f64, got "
                   << it->second;
  value = number.getValueAsDouble();
  values.erase(it);
  return success();
}

LogicalResult Device::read(StringRef key, std::string &value,
                           std::optional<std::string> fallback) {
  auto it = values.find(key);
  if (it == values.end() && fallback) {
    value = *fallback;
    return success();
  }
  if (it == values.end())
    return error() << "'" << prefix << key << "' is missing";
  auto text = dyn_cast<StringAttr>(it->second);
  if (!text)
    return error() << "'" << prefix << key << "' must be a string, got "
                   << it->second;
  value = text.str();
  values.erase(it);
  return success();
}

LogicalResult Device::readOptional(StringRef key, bool &value) {
  auto it = values.find(key);
  if (it == values.end())
    return success();
  auto flag = dyn_cast<BoolAttr>(it->second);
  if (!flag)
    return error() << "'" << prefix << key << "' must be true or false, got "
                   << it->second;
  value = flag.getValue();
  values.erase(it);
  return success();
}

LogicalResult Device::readFlops(std::map<std::string, double> &flops) {
  std::vector<std::string> keys;
  for (const auto &[key, value] : values)
    if (StringRef(key).starts_with(flopsPrefix))
      keys.push_back(key);
  for (const std::string &key : keys)
    if (failed(read(key, flops[key.substr(flopsPrefix.size())])))
      return failure();
  return success();
}

LogicalResult Device::checkNothingIsLeft() const {
  if (values.empty())
    return success();
  return error() << "'" << prefix << values.begin()->first
                 << "' is not supported by memplace here";
}

//===----------------------------------------------------------------------===//
// Devices: tiers, channels and the machine
//===----------------------------------------------------------------------===//

static FailureOr<Tier> readTier(Device &device) {
  Tier tier;
  tier.name = device.name().str();
  if (failed(device.read("capacity", tier.capacity)) ||
      failed(device.read("alignment", tier.alignment, 1)) ||
      failed(device.read("read_bytes_per_second", tier.readBytesPerSecond)) ||
      failed(device.read("write_bytes_per_second", tier.writeBytesPerSecond)) ||
      failed(device.readOptional("ops", tier.servesOps)) ||
      failed(device.checkNothingIsLeft()))
    return failure();
  return tier;
}

static LogicalResult findTier(const Device &device, const Target &target,
                              StringRef name, TierId &tier) {
  std::optional<TierId> found = target.findTier(name);
  if (!found)
    return device.error() << "no tier is named '" << name << "'";
  tier = *found;
  return success();
}

static LogicalResult readChannel(Device &device, Target &target) {
  Channel channel;
  channel.name = device.name().str();
  std::string from, to, order;
  if (failed(device.read("from", from)) || failed(device.read("to", to)) ||
      failed(device.read("bytes_per_second", channel.bytesPerSecond)) ||
      failed(device.read("latency_ps", channel.latencyPs, 0)) ||
      failed(device.read("order", order, "fifo")) ||
      failed(device.read("dimensions", channel.dimensions, 1)) ||
      failed(device.read("least_run", channel.leastRun, 1)) ||
      failed(device.readOptional("indexed", channel.isIndexed)) ||
      failed(device.read("outstanding", channel.outstanding, 0)) ||
      failed(device.checkNothingIsLeft()) ||
      failed(findTier(device, target, from, channel.from)) ||
      failed(findTier(device, target, to, channel.to)))
    return failure();
  if (order != "fifo" && order != "deadline")
    return device.error() << "'memplace.order' must be 'fifo' or 'deadline', "
                             "got '"
                          << order << "'";
  channel.order =
      order == "deadline" ? ChannelOrder::Deadline : ChannelOrder::Fifo;
  target.channels.push_back(channel);
  return success();
}

static LogicalResult readMachine(Device &device, Target &target) {
  if (!target.name.empty())
    return device.error() << "'" << target.name
                          << "' has a 'memplace.default_tier' already";
  target.name = device.name().str();
  std::string home, combine;
  if (failed(device.read("default_tier", home)) ||
      failed(device.read("combine", combine, "sum")) ||
      failed(device.read("launch_ps", target.launchPs, 0)) ||
      failed(device.read("piece_ps", target.piecePs, 0)) ||
      failed(device.readFlops(target.flopsPerSecond)) ||
      failed(device.read("overlap", target.opDefaults.overlap, 1)) ||
      failed(device.read("efficiency", target.opDefaults.efficiency, 1)) ||
      failed(device.checkNothingIsLeft()) ||
      failed(findTier(device, target, home, target.defaultTier)))
    return failure();
  if (combine != "sum" && combine != "max")
    return device.error() << "'memplace.combine' must be 'sum' or 'max', got '"
                          << combine << "'";
  target.combine = combine == "max" ? Combine::Max : Combine::Sum;
  return success();
}

/// Reads all tiers first, because channels may precede them in the spec.
static FailureOr<Target> readTarget(ModuleOp module,
                                    MutableArrayRef<Device> devices) {
  Target target;
  for (Device &device : devices) {
    if (!device.has("capacity"))
      continue;
    FailureOr<Tier> tier = readTier(device);
    if (failed(tier))
      return failure();
    target.tiers.push_back(*tier);
  }
  for (Device &device : devices) {
    if (device.isEmpty())
      continue;
    bool isChannel = device.has("from") || device.has("to");
    if (failed(isChannel ? readChannel(device, target)
                         : readMachine(device, target)))
      return failure();
  }
  if (target.name.empty())
    return mlir::emitError(module.getLoc(),
                           "'dlti.target_system_spec' has tiers or channels "
                           "of memplace, but no device with a "
                           "'memplace.default_tier'");
  if (std::optional<Error> error = check(target))
    return mlir::emitError(module.getLoc(), "'dlti.target_system_spec': ")
           << error->message;
  return target;
}

FailureOr<std::optional<Target>> memplace::getTargetFromDLTI(ModuleOp module) {
  auto spec = module->getAttrOfType<TargetSystemSpecInterface>(
      DLTIDialect::kTargetSystemDescAttrName);
  if (!spec)
    return std::optional<Target>();
  SmallVector<Device> devices;
  for (DataLayoutEntryInterface entry : spec.getEntries()) {
    Device device(module, entry);
    if (!device.isEmpty())
      devices.push_back(std::move(device));
  }
  if (devices.empty())
    return std::optional<Target>();
  FailureOr<Target> target = readTarget(module, devices);
  if (failed(target))
    return failure();
  return std::optional<Target>(*target);
}
