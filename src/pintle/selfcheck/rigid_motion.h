// RigidMotionOfModel: the same model turned about the ground's origin and moved away from it, with gravity,
// drives and what they listen to.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "pintle/math/types.h"
#include "pintle/selfcheck/model_rewriter.h"
#include "pintle/system/system.h"

namespace pintle {

// x' = turn x + shift
struct RigidMotion {
  Mat3 turn = Mat3::Identity();
  Vec3 shift = Vec3::Zero();
};

class RigidMotionOfModel final : public ModelRewriter {
 public:
  // `system` is that of the model as it is.
  RigidMotionOfModel(const RigidMotion& motion, const System& system, const SchemaRegistry& schemas);

 protected:
  Value numbers(const FieldSite& site, const CheckedField& field) override;
  Value attachment(const FieldSite& site, const AttachmentDesc& attachment) override;
  Value drive(const FieldSite& site, const Value& drive) override;
  Value drives(const FieldSite& site, const ValueList& drives) override;
  std::string quantity(const FieldSite& site, const std::string& name) override;

 private:
  // Whose axes a place or a vector is in: those of a node, which turn along; of a node without axes, which
  // are those of the ground; or of the ground.
  enum class Axes { own, of_point, ground };
  Axes axes_at(const std::string& node) const;
  Axes axes_of(const FieldSite& site) const;
  Vec3 moved(const Vec3& x, Axes axes) const;
  Value turned_matrix(const FieldSite& site) const;
  Value turned_drives(const ValueList& drives, bool is_position);

  RigidMotion motion_;
  const System& system_;
  std::set<std::string> points_;  // nodes without axes
};

}  // namespace pintle
