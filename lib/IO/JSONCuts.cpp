//===- JSONCuts.cpp - How ops can be cut, from JSON -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONCuts.h"

using namespace memplace;

/// Reads a number for which absence means 0; 0 itself is an error.
static void readPositive(const JSONObject &object, std::string_view key,
                         int64_t &out) {
  object.ifPresent(key, [&](const JSONField &field) {
    field.read(out);
    if (!field.errors && out < 1)
      field.fail("must be at least 1, got " + std::to_string(out));
  });
}

static void readCutAccess(const JSONField &field, CutAccess &out) {
  JSONObject object(field, {"access", "stride", "width", "first", "period"});
  object.read("access", out.access);
  object.read("stride", out.stride);
  readPositive(object, "width", out.width);
  object.readOptional("first", out.first);
  readPositive(object, "period", out.period);
}

void memplace::readCuts(const JSONField &field,
                        std::vector<CutDimension> &out) {
  field.forEach([&](const JSONField &element) {
    CutDimension &dimension = out.emplace_back();
    JSONObject object(element, {"extent", "again_ps", "accesses"});
    object.read("extent", dimension.extent);
    object.readOptional("again_ps", dimension.againPs);
    object.require("accesses", [&](const JSONField &list) {
      list.forEach([&](const JSONField &access) {
        readCutAccess(access, dimension.accesses.emplace_back());
      });
    });
  });
}
