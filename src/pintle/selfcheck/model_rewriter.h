// ModelRewriter: a model written anew, field by field, as the schemas say what fields mean. What derives from
// it says what becomes of names, numbers, drives and formulas; it need not know any type of card.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/model/checked_card.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// Where a value stands. The units of force and strain are those of the element around a law.
struct FieldSite {
  const CheckedCard& card;
  const FieldSchema& field;
  std::string law_force, law_strain;
};

class ModelRewriter {
 public:
  explicit ModelRewriter(const SchemaRegistry& schemas) : schemas_(schemas) {}
  virtual ~ModelRewriter() = default;

  // The model must be one that can be built.
  ModelDesc rewrite(const ModelDesc& model);
  // Cards that cannot be changed so, and why: errors.
  const Diagnostics& problems() const { return problems_; }

 protected:
  virtual std::string name(std::string_view /*kind*/, const std::string& name) { return name; }
  // Real numbers of all shapes, orientations and inertias. Fields that were left out are asked for, too,
  // where they may become something; null: they stay out.
  virtual Value numbers(const FieldSite&, const CheckedField& field) {
    return field.is_given ? field.value : Value();
  }
  virtual Value attachment(const FieldSite&, const AttachmentDesc& attachment);
  // One drive of a field; several of them, or a sum of vectors with a drive each: as fields are read.
  virtual Value drive(const FieldSite& site, const Value& drive) { return nested_drive(site, drive); }
  virtual Value drives(const FieldSite& site, const ValueList& drives);
  // A quantity of the model, as an expression may have it: a name, or a formula in brackets.
  virtual std::string quantity(const FieldSite&, const std::string& name) { return name; }
  // A word of an expression that is no quantity of the model.
  virtual std::string word(const FieldSite&, const std::string& word);
  // A card that a field names or holds.
  virtual Value named_card(const FieldSite& site, const Value& card);
  virtual bool keeps(const Card&) { return true; }

  void refuse(const FieldSite& site, const std::string& why);
  std::string formula(const FieldSite& site, const std::string& text);
  Value nested_drive(const FieldSite& site, const Value& drive);
  Value nested_card(const FieldSite& site, const std::string& kind, const Value& map);
  const ModelDesc& model() const { return *model_; }

 private:
  Card card(const Card& card, const std::string& law_force, const std::string& law_strain);
  Value field(const FieldSite& site, const CheckedField& field);
  Value text(const FieldSite& site, const std::string& text);
  void express_quantity(Card& card);

  const SchemaRegistry& schemas_;
  const ModelDesc* model_ = nullptr;
  Diagnostics problems_;
};

// A card written as a map; numbers as cards have them.
Value map_of(const Card& card);
Value value_of(const VecX& numbers);
Value rows_of(const MatX& matrix);

}  // namespace pintle
