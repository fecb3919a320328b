// Registry: every card type this build knows, with its schema and the function that builds it into a System.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pintle/drives/drive_registry.h"
#include "pintle/functions/function_registry.h"
#include "pintle/laws/law_registry.h"
#include "pintle/model/card.h"
#include "pintle/model/schema_registry.h"
#include "pintle/system/system_builder.h"

namespace pintle {

class Registry {
 public:
  // Adds what a checked card describes to the builder; problems go to builder.diagnostics().
  using Build = void (*)(const CheckedCard&, SystemBuilder&);

  Registry();

  void add(CardSchema schema, Build build);
  // Cards that are read by analyses, not built into the system.
  void add(CardSchema schema) { schemas_.add(std::move(schema)); }

  const SchemaRegistry& schemas() const { return schemas_; }
  SchemaRegistry& schemas() { return schemas_; }
  DriveRegistry& drives() { return drives_; }
  const DriveRegistry& drives() const { return drives_; }
  FunctionRegistry& functions() { return functions_; }
  const FunctionRegistry& functions() const { return functions_; }
  LawRegistry& laws() { return laws_; }
  const LawRegistry& laws() const { return laws_; }
  const Build* find_build(const Card& card) const;

  // Makes the schemas of the registered drives known to readers; call once, after registering drives.
  void publish_drives();
  // The same for functions and laws.
  void publish_laws();

 private:
  SchemaRegistry schemas_;
  DriveRegistry drives_;
  FunctionRegistry functions_;
  LawRegistry laws_;
  std::unordered_map<std::string, Build> builds_;
};

// Checks every card and builds the system it describes. All problems are reported in one pass; errors give
// nothing. `last`, if given, adds what settings ask of the system, drives say, before it is closed;
// `functions` finds those that callback drives name; `files` are those that drives may read.
using AddToSystem = std::function<void(SystemBuilder&)>;
std::optional<Assembled> assemble(const ModelDesc& model, const Registry& registry, Diagnostics& diagnostics,
                                  const AddToSystem& last = {}, const FindHostFunction& functions = {},
                                  const UserFiles& files = {});

}  // namespace pintle
