// UnitChange: the same model in other units of length, mass and time.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pintle/base/units.h"
#include "pintle/selfcheck/model_rewriter.h"
#include "pintle/system/system.h"

namespace pintle {

// What one metre, kilogram and second are in the new units. Powers of two change no bits of a number.
struct UnitScale {
  double metre = 1.0, kilogram = 1.0, second = 1.0;

  double of(const Unit& unit) const;
  double of(const std::string& unit) const;  // one that parse_unit() knows
};

class UnitChange final : public ModelRewriter {
 public:
  // `system` is that of the model as it is.
  UnitChange(const UnitScale& scale, const System& system, const SchemaRegistry& schemas)
      : ModelRewriter(schemas), scale_(scale), system_(system) {}

 protected:
  Value numbers(const FieldSite& site, const CheckedField& field) override;
  Value attachment(const FieldSite& site, const AttachmentDesc& attachment) override;
  Value drive(const FieldSite& site, const Value& drive) override;
  Value drives(const FieldSite& site, const ValueList& drives) override;
  std::string quantity(const FieldSite& site, const std::string& name) override;
  std::string word(const FieldSite& site, const std::string& word) override;
  Value named_card(const FieldSite& site, const Value& card) override;
  bool keeps(const Card& card) override { return card.kind != "law"; }

 private:
  // What a number in a row and a column is multiplied by; nothing when that is not known.
  using Factor = std::function<std::optional<double>(std::size_t row, std::size_t column)>;
  Factor factor_of(const FieldSite& site, std::size_t rows) const;
  double factor(const FieldSite& site, const Factor& factor, std::size_t row, std::size_t column);
  Value driven(const FieldSite& site, const Value& drive, double factor);

  UnitScale scale_;
  const System& system_;
};

}  // namespace pintle
