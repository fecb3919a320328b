// DriveRegistry: every type of drive with its schema and the function that builds it.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/diagnostics.h"
#include "pintle/base/result.h"
#include "pintle/drives/drive.h"
#include "pintle/drives/host_function.h"
#include "pintle/drives/table_file.h"
#include "pintle/functions/function.h"
#include "pintle/model/checked_card.h"

namespace pintle {

// What building a drive may ask of its surroundings.
struct DriveBuildContext {
  Diagnostics& diagnostics;
  // The slot of a measured quantity, by its full name ("node.hub.position.x").
  std::function<int(std::string_view name, const SourcePlace& place)> channel;
  // Builds a drive nested in another one, of a quantity with this unit.
  std::function<Drive(const Card& card, std::string_view unit)> nested;
  // Names of the drives that a text may mean.
  std::span<const std::string> drive_names = {};
  // Of what is driven.
  std::string unit = "any";
  // Reserves entries of the history that start with these values; returns the first.
  std::function<int(std::span<const double> start)> history = {};
  // Files read so far; none: each drive reads its own.
  TableFiles* files = nullptr;
  // A scalar function, by its card or by a card that is just its name.
  std::function<ScalarFunction(const Card& card)> function = {};
  // The entry of the history that an input is set in, by its name; the failure says why it cannot start so.
  std::function<Result<int>(const std::string& name, double start)> input = {};
  // Functions of the program around the kernel; none: it has no such.
  FindHostFunction host_function = {};
};

class DriveRegistry {
 public:
  using Build = Drive (*)(const CheckedCard&, DriveBuildContext&);

  // A type (or alias) that is already there throws std::logic_error.
  void add(CardSchema schema, Build builder);
  const std::deque<CardSchema>& schemas() const { return schemas_; }
  // By type or alias, with spaces or underscores. Null when unknown.
  const CardSchema* find(std::string_view type) const;
  // A card of an unregistered type throws std::logic_error: reading and checking come first.
  Drive build(const CheckedCard& card, DriveBuildContext& context) const;

 private:
  std::deque<CardSchema> schemas_;
  std::deque<Build> builds_;
};

}  // namespace pintle
