#include "pintle/lang/mbdm/mbdm_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/lang/mbdm/mbdm_joint_frame.h"
#include "pintle/lang/mbdm/mbdm_joint_type.h"

namespace pintle {

namespace {

// One joint on its way to a card. Directions are in the axes of their body; the poses at the start say which
// of the two ways round an axis is meant.
class JointReader {
 public:
  JointReader(const MbdmItem& item, std::string name, const std::vector<MbdmBody>& bodies, double start_time)
      : item_(item), bodies_(bodies), start_time_(start_time) {
    card_.kind = "joint";
    card_.name = std::move(name);
    card_.place = item.place();
  }

  std::optional<Card> read() {
    const int errors_before = item_.diagnostics().error_count();
    const MbdmJointType* type = read_mbdm_joint_type(item_);
    if (!type) return std::nullopt;
    const bool has_bodies = read_bodies(*type);
    const bool has_lines = check_mbdm_joint_lines(item_, *type);
    if (!has_bodies || !has_lines) return std::nullopt;
    build(type->name);
    if (item_.diagnostics().error_count() > errors_before) return std::nullopt;
    return std::move(card_);
  }

 private:
  bool read_bodies(const MbdmJointType& type) {
    const auto ids = item_.numbers("bodies");
    if (!ids) return false;
    if (!type.is_absolute && ((*ids)[0] == 0.0 || (*ids)[1] == 0.0)) {
      item_.error(ids->place_of((*ids)[0] == 0.0 ? 0 : 1),
                  fmt::format("bodies: a joint of type {} joins two bodies, and 0 is none", type.name),
                  "hold a body with a joint of type G, and join to that");
      return false;
    }
    i_ = find_mbdm_body(item_, "bodies", (*ids)[0], ids->place_of(0), bodies_);
    if (type.is_absolute) {
      if ((*ids)[1] != 0.0)
        item_.error(ids->place_of(1), fmt::format("bodies: type {} holds one body alone", type.name),
                    fmt::format("write {:g}, 0", (*ids)[0]));
      return i_ && (*ids)[1] == 0.0;
    }
    j_ = find_mbdm_body(item_, "bodies", (*ids)[1], ids->place_of(1), bodies_);
    if (i_ && i_ == j_) {
      item_.error(ids->place_of(1), fmt::format("bodies: both are body {:g}", (*ids)[0]),
                  "a joint needs two different bodies");
      return false;
    }
    return i_ && j_;
  }

  void build(std::string_view type) {
    if (type == "ABX") hold_coordinate(Vec3::UnitX());
    if (type == "ABY") hold_coordinate(Vec3::UnitY());
    if (type == "ABZ") hold_coordinate(Vec3::UnitZ());
    if (type == "ABA") hold_axes("parallel_axes", Vec3::Zero());
    if (type == "G") hold_axes("clamp", vector("p1"));
    if (type == "C") join_axes("cylindrical");
    if (type == "R") join_axes("revolute_hinge");
    if (type == "DI") keep_distance();
    if (type == "RC") join_crossed_axes();
    if (type == "RDRV") drive_angle();
    if (type == "S") join_points();
    if (type == "T") slide();
    if (type == "U") cross();
  }

  // x = dist, and so on, of the body's origin.
  void hold_coordinate(const Vec3& axis) {
    card_.type = "in_plane";
    card_.set("a", attachment("ground", {}, Value::map({{"z", to_value(axis, item_.place())}})));
    card_.set("b", Value(i_->node).set_place(item_.place_of("bodies")));
    card_.set("distance", item_.numbers("dist")->to_value());
  }

  // q1 is the vector part of the quaternion, whose real part is not negative.
  void hold_axes(std::string type, const Vec3& position) {
    constexpr double kRoundOff = 1e-6;
    const Vec3 e = vector("q1");
    const SourcePlace place = item_.place_of("q1");
    const double length = e.stableNorm();
    if (length > 1.0 + kRoundOff) {
      item_.error(place, fmt::format("q1: this part of a quaternion is {:g} long, more than 1", length),
                  "q1 holds e1, e2, e3; for the axes of the ground write 0, 0, 0");
      return;
    }
    const double e0 = std::sqrt(std::max(0.0, 1.0 - length * length));
    const Vec3 part = length > 1.0 ? Vec3(e / length) : e;
    ValueList quaternion{Value(e0).set_place(place)};
    for (const double component : part) quaternion.push_back(Value(component).set_place(place));
    card_.type = std::move(type);
    card_.set("a", attachment("ground", position,
                              Value::map({{"quaternion", Value(std::move(quaternion)).set_place(place)}})));
    card_.set("b", Value(i_->node).set_place(item_.place_of("bodies")));
    if (card_.type == "clamp") card_.set("as_placed", false);
  }

  void keep_distance() {
    const auto dist = item_.numbers("dist");
    if ((*dist)[0] <= 0.0)
      item_.error(dist->place_of(0),
                  fmt::format("dist: a distance must be greater than 0 m, got {:g} m", (*dist)[0]),
                  "for 0 take type S");
    card_.type = "distance";
    set_points();
    card_.set("length", dist->to_value());
  }

  void join_points() {
    card_.type = "spherical_hinge";
    set_points();
  }

  // A common line. The frames start aligned, so that angles count from the start.
  void join_axes(std::string type) {
    auto h_i = mbdm_direction(item_, "q1", "p1"), h_j = mbdm_direction(item_, "q2", "p2");
    if (!h_i || !h_j) return;
    const Vec3 f_i = direction_or_any("r1", "p1", *h_i);
    point_alike(*h_i, *h_j);
    const Vec3 f_j = perpendicular_near(h_j->unit, to_j(f_i));
    card_.type = std::move(type);
    set_sides(axes("z", *h_i, "x", f_i), axes("z", *h_j, "x", f_j));
  }

  // Body i turns about h_i on a slide along h_j of body j, which is the kernel's first side.
  void join_crossed_axes() {
    const auto h_i = mbdm_direction(item_, "q1", "p1"), h_j = mbdm_direction(item_, "q2", "p2");
    if (!h_i || !h_j) return;
    const Vec3 f_j = direction_or_any("r2", "p2", *h_j);
    warn_unless_perpendicular(*h_i, *h_j);
    const Vec3 f_i = perpendicular_near(h_i->unit, to_i(h_j->unit));
    card_.type = "revolute_cylindrical";
    card_.set("a", attachment(j_->node, vector("p2"), axes("z", *h_j, "x", f_j)));
    card_.set("b", attachment(i_->node, vector("p1"), axes("z", *h_i, "x", f_i)));
  }

  // The angle from p1 to p2 about q1 is r1x + dist (t - t_start).
  void drive_angle() {
    const auto axis = mbdm_direction(item_, "q1", ""), from = mbdm_direction(item_, "p1", ""),
               to = mbdm_direction(item_, "p2", "");
    if (!axis || !from || !to) return;
    MbdmDirection axis_j = *axis;
    axis_j.unit = to_j(axis->unit);
    const auto f_i = perpendicular_part(item_, *from, *axis);
    if (!f_i) {
      item_.error(from->place, "p1 is parallel to the axis q1, so that it shows no angle");
      return;
    }
    const double slant = std::abs(to->unit.dot(axis_j.unit));
    if (slant > 0.99) {
      item_.error(to->place, "p2 is parallel to the axis q1 at the start, so that it shows no angle");
      return;
    }
    if (slant > 0.1)
      item_.warning(to->place,
                    fmt::format("p2 is {:.3g} degrees off the plane normal to the axis q1 at the start",
                                kDegrees * std::asin(slant)));
    card_.type = "revolute_driver";
    card_.set("a", attachment(i_->node, {}, axes("z", *axis, "x", f_i->unit)));
    card_.set("b", attachment(j_->node, {}, axes("x", *to, "z", perpendicular_near(to->unit, axis_j.unit))));
    const auto start = item_.numbers("r1"), speed = item_.numbers("dist");
    const double rate = (*speed)[0], angle = (*start)[0] - rate * start_time_;
    Value drive = rate == 0.0 ? Value((*start)[0])
                              : Value::map({{"type", "linear"}, {"constant", angle}, {"slope", rate}});
    card_.set("angle", drive.set_place(speed->place));
  }

  // Axes 1 of the document's frames are perpendicular, those of the kernel parallel: f_j becomes axis 2, with
  // the sign that the start has.
  void slide() {
    auto h_i = mbdm_direction(item_, "q1", "p1"), h_j = mbdm_direction(item_, "q2", "p2");
    const auto r_i = mbdm_direction(item_, "r1", "p1"), r_j = mbdm_direction(item_, "r2", "p2");
    if (!h_i || !h_j || !r_i || !r_j) return;
    const auto f_i = perpendicular_part(item_, *r_i, *h_i), f_j = perpendicular_part(item_, *r_j, *h_j);
    if (!f_i) return report_parallel(*r_i, *h_i);
    if (!f_j) return report_parallel(*r_j, *h_j);
    point_alike(*h_i, *h_j);
    const Vec3 f = to_j(f_i->unit), g = to_j(h_i->unit.cross(f_i->unit));
    card_.type = "prismatic";
    const Value side_i = axes("z", *h_i, "x", f_i->unit);
    const double cosine = f_j->unit.dot(f);
    if (std::abs(cosine) > 0.5) {
      item_.warning(
          f_j->place,
          fmt::format("{} and {} should be perpendicular, but are {:.3g} degrees apart at the start; they "
                      "are taken as parallel",
                      f_i->name, f_j->name, kDegrees * std::acos(std::clamp(cosine, -1.0, 1.0))));
      set_sides(side_i, axes("z", *h_j, "x", std::copysign(1.0, cosine) * f_j->unit));
    } else {
      set_sides(side_i, axes("z", *h_j, "y", std::copysign(1.0, f_j->unit.dot(g)) * f_j->unit));
    }
  }

  // Arms of the cross along h_i and h_j: axis 3 of the one side, axis 2 of the other.
  void cross() {
    const auto h_i = mbdm_direction(item_, "q1", "p1"), h_j = mbdm_direction(item_, "q2", "p2");
    if (!h_i || !h_j) return;
    warn_unless_perpendicular(*h_i, *h_j);
    card_.type = "universal_hinge";
    set_sides(axes("z", *h_i, "y", perpendicular_near(h_i->unit, to_i(h_j->unit))),
              axes("y", *h_j, "z", perpendicular_near(h_j->unit, to_j(h_i->unit))));
  }

  // f = r - p where it only says from where angles count.
  Vec3 direction_or_any(std::string_view r, std::string_view p, const MbdmDirection& h) const {
    const auto tip = item_.numbers(r), origin = item_.numbers(p);
    const bool has_length = (tip->vector() - origin->vector()).stableNorm() > 1e-12;
    const auto given = has_length ? mbdm_direction(item_, r, p) : std::nullopt;
    const auto f = given ? perpendicular_part(item_, *given, h) : std::nullopt;
    if (f) return f->unit;
    item_.warning(tip->place, fmt::format("{} - {} {}; another normal of {} is taken", r, p,
                                          has_length ? "is parallel to " + h.name : "has no length", h.name));
    return perpendicular_near(h.unit, Vec3::UnitX());
  }

  void warn_unless_perpendicular(const MbdmDirection& h_i, const MbdmDirection& h_j) const {
    const double degrees = kDegrees * std::acos(std::min(1.0, std::abs(h_j.unit.dot(to_j(h_i.unit)))));
    if (degrees > 60.0) return;
    item_.warning(h_j.place,
                  fmt::format("{} and {} should be perpendicular, but are {:.3g} degrees apart at the start",
                              h_i.name, h_j.name, degrees));
  }

  void report_parallel(const MbdmDirection& r, const MbdmDirection& h) const {
    item_.error(r.place, fmt::format("{} is parallel to {}, so that the bodies are not held about the axis",
                                     r.name, h.name));
  }

  // An axis is a line: where the two point apart at the start, the second is turned round.
  void point_alike(const MbdmDirection& h_i, MbdmDirection& h_j) const {
    if (h_j.unit.dot(to_j(h_i.unit)) >= 0.0) return;
    item_.note(h_j.place, fmt::format("{} points the other way than {} at the start; it was turned round",
                                      h_j.name, h_i.name));
    h_j.unit = -h_j.unit;
  }

  Vec3 to_j(const Vec3& in_i) const { return j_->axes.transpose() * (i_->axes * in_i); }
  Vec3 to_i(const Vec3& in_j) const { return i_->axes.transpose() * (j_->axes * in_j); }
  Vec3 vector(std::string_view line) const { return item_.numbers(line)->vector(); }

  static Value axes(const std::string& first, const MbdmDirection& direction, const std::string& second,
                    const Vec3& other) {
    return Value::map({{first, to_value(direction.unit, direction.place)},
                       {second, to_value(other, direction.place)}})
        .set_place(direction.place);
  }

  Value attachment(const std::string& node, const std::optional<Vec3>& offset,
                   const std::optional<Value>& orientation) const {
    const SourcePlace place = item_.place_of("bodies");
    Value result = Value::map({{"node", Value(node).set_place(place)}}).set_place(place);
    if (offset) result.as_map().push_back({"offset", place, to_value(*offset, place)});
    if (orientation) result.as_map().push_back({"orientation", place, *orientation});
    return result;
  }

  void set_sides(const std::optional<Value>& axes_i, const std::optional<Value>& axes_j) {
    card_.set("a", attachment(i_->node, vector("p1"), axes_i));
    card_.set("b", attachment(j_->node, vector("p2"), axes_j));
  }
  void set_points() { set_sides(std::nullopt, std::nullopt); }

  const MbdmItem& item_;
  const std::vector<MbdmBody>& bodies_;
  double start_time_;
  const MbdmBody* i_ = nullptr;
  const MbdmBody* j_ = nullptr;
  Card card_;
};

}  // namespace

void read_mbdm_joints(const std::vector<MbdmItem>& items, const std::vector<MbdmBody>& bodies,
                      double start_time, ModelDesc& model) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (auto card = JointReader(items[i], fmt::format("joint {}", i + 1), bodies, start_time).read())
      model.cards.push_back(std::move(*card));
}

}  // namespace pintle
