#include "pintle/selfcheck/rigid_motion.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/selfcheck/measured_quantity.h"

namespace pintle {

namespace {

// Left out, axes seen from an attachment are those of it; others are those of the ground or of a node.
bool turns_along_when_left_out(const FieldSite& site) {
  return !site.field.axes_of.empty() && site.card.field(site.field.axes_of).type == FieldType::attachment;
}

}  // namespace

RigidMotionOfModel::RigidMotionOfModel(const RigidMotion& motion, const System& system,
                                       const SchemaRegistry& schemas)
    : ModelRewriter(schemas), motion_(motion), system_(system) {
  for (FrameIndex frame = 1; frame < system.layout().frames(); ++frame)
    if (!system.layout().is_structural(frame)) points_.insert(system.node_of(frame).label.name);
}

RigidMotionOfModel::Axes RigidMotionOfModel::axes_at(const std::string& node) const {
  if (node.empty() || node == "ground") return Axes::ground;
  return points_.count(node) ? Axes::of_point : Axes::own;
}

RigidMotionOfModel::Axes RigidMotionOfModel::axes_of(const FieldSite& site) const {
  constexpr std::string_view kNot = "not ";
  std::string_view name = site.field.axes_of;
  if (name.empty()) return Axes::ground;
  const bool is_reversed = name.starts_with(kNot);
  if (is_reversed) name.remove_prefix(kNot.size());
  const CheckedField& other = site.card.field(name);
  if (other.type == FieldType::boolean)
    return site.card.boolean(other.name) != is_reversed ? Axes::own : Axes::ground;
  if (other.type == FieldType::attachment) return axes_at(site.card.attachment(other.name).node);
  return axes_at(site.card.text(other.name));
}

Vec3 RigidMotionOfModel::moved(const Vec3& x, Axes axes) const {
  if (axes == Axes::own) return x;
  return motion_.turn * x + (axes == Axes::ground ? motion_.shift : Vec3::Zero());
}

Value RigidMotionOfModel::numbers(const FieldSite& site, const CheckedField& field) {
  const Axes axes = axes_of(site);
  if (axes == Axes::own || site.field.geometry == Geometry::own)
    return field.is_given ? field.value : Value();
  const bool is_there = field.is_present;
  switch (site.field.geometry) {
    case Geometry::vector:
      return is_there ? value_of(motion_.turn * site.card.vector3(field.name)) : Value();
    case Geometry::position:
      return is_there ? value_of(moved(site.card.vector3(field.name), axes)) : Value();
    case Geometry::matrix:
      return is_there ? turned_matrix(site) : Value();
    case Geometry::orientation:
      if (!is_there && turns_along_when_left_out(site)) return {};
      return rows_of(motion_.turn * site.card.orientation(field.name));
    default:
      if (is_there) refuse(site, "depends on the axes of the ground in a way that a model cannot say turned");
      return {};
  }
}

Value RigidMotionOfModel::turned_matrix(const FieldSite& site) const {
  Mat6 turn = Mat6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = motion_.turn;
  return rows_of(turn * site.card.matrix6(site.field.name) * turn.transpose());
}

Value RigidMotionOfModel::attachment(const FieldSite& site, const AttachmentDesc& attachment) {
  const CheckedField& field = site.card.field(site.field.name);
  const Axes axes = axes_at(attachment.node);
  const bool is_global = attachment.global_position || attachment.global_orientation;
  if (axes == Axes::own && !is_global) return field.value;
  ValueMap map{{"node", {}, attachment.is_ground() ? "ground" : attachment.node}};
  if (attachment.global_position)
    map.push_back({"at", {}, value_of(moved(*attachment.global_position, Axes::ground))});
  else
    map.push_back({"offset", {}, value_of(moved(attachment.offset, axes))});
  if (attachment.global_orientation)
    map.push_back({"axes", {}, rows_of(motion_.turn * *attachment.global_orientation)});
  else
    map.push_back(
        {"orientation",
         {},
         rows_of(axes == Axes::own ? attachment.orientation : Mat3(motion_.turn * attachment.orientation))});
  return map;
}

Value RigidMotionOfModel::drive(const FieldSite& site, const Value& drive) {
  return nested_drive(site, drive);
}

Value RigidMotionOfModel::drives(const FieldSite& site, const ValueList& drives) {
  const Value kept = ModelRewriter::drives(site, drives);
  if (site.field.geometry == Geometry::own || axes_of(site) == Axes::own) return kept;
  if (site.field.geometry == Geometry::vector) return turned_drives(kept.as_list(), false);
  if (site.field.geometry == Geometry::position) return turned_drives(kept.as_list(), true);
  const bool is_zero = std::all_of(drives.begin(), drives.end(), [](const Value& item) {
    return item.is_number() && item.as_number() == 0.0;
  });
  if (!is_zero) refuse(site, "is a rotation seen from the ground, which drives cannot give turned");
  return kept;
}

// Numbers stay numbers; otherwise a sum of turned vectors with a drive each.
Value RigidMotionOfModel::turned_drives(const ValueList& drives, bool is_position) {
  const Vec3 shift = is_position ? motion_.shift : Vec3::Zero();
  const auto is_number = [](const Value& item) { return item.is_number(); };
  if (std::all_of(drives.begin(), drives.end(), is_number))
    return value_of(motion_.turn * Vec3(drives[0].as_number(), drives[1].as_number(), drives[2].as_number()) +
                    shift);
  ValueList terms;
  const auto add = [&](const Vec3& vector, const Value& drive) {
    terms.push_back(Value::map({{"vector", value_of(vector)}, {"drive", drive}}));
  };
  for (std::size_t i = 0; i < drives.size(); ++i) {
    if (const Value* vector = drives[i].find("vector")) {
      const ValueList& v = vector->as_list();
      add(motion_.turn * Vec3(v[0].as_number(), v[1].as_number(), v[2].as_number()),
          *drives[i].find("drive"));
    } else {
      add(motion_.turn.col(static_cast<Index>(i)), drives[i]);
    }
  }
  if (!shift.isZero(0.0)) add(shift, Value(1.0));
  return terms;
}

// What was listened to, from what can be listened to now: v = turn^T v', x = turn^T (x' - shift).
std::string RigidMotionOfModel::quantity(const FieldSite& site, const std::string& name) {
  const std::optional<MeasuredQuantity> measured = find_measured_quantity(system_, name);
  const bool is_moved = !motion_.shift.isZero(0.0);
  if (measured &&
      (measured->geometry == Geometry::own || (measured->geometry == Geometry::from_origin && !is_moved)))
    return name;
  const bool is_vector = measured && measured->component >= 0 && measured->component < 3 &&
                         (measured->geometry == Geometry::vector || measured->geometry == Geometry::position);
  if (!is_vector) {
    refuse(site, fmt::format("listens to '{}', which cannot be told of the model in another place", name));
    return name;
  }
  const Vec3 row = motion_.turn.col(measured->component);
  std::string text = "(";
  for (int j = 0; j < 3; ++j)
    text += fmt::format("{}{:.17g}*{}.{}", j ? " + " : "", row[j], measured->whole, "xyz"[j]);
  if (measured->geometry == Geometry::position && is_moved)
    text += fmt::format(" - {:.17g}", row.dot(motion_.shift));
  for (std::size_t at; (at = text.find("+ -")) != std::string::npos;) text.replace(at, 3, "- ");
  for (std::size_t at; (at = text.find("- -")) != std::string::npos;) text.replace(at, 3, "+ ");
  return text + ")";
}

}  // namespace pintle
