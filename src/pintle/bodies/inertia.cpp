#include "pintle/bodies/inertia.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "pintle/base/name_list.h"
#include "pintle/base/suggest.h"
#include "pintle/bodies/point_mass.h"
#include "pintle/bodies/rigid_body.h"
#include "pintle/math/rotations.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

// J about a point from that about the centre of mass, and the other way round for a negative mass.
// (inertia.md 2)
Mat3 steiner(double mass, const Vec3& d) { return -mass * skew(d) * skew(d); }

struct NamedPart {
  std::string name;
  InertiaPart part;
};

template <class Set>
void append_parts(const Set& set, std::vector<NamedPart>& all) {
  for (Index i = 0; i < set.size(); ++i)
    all.push_back({set.label(i).name, {set.frame(i), set.properties(i)}});
}

// The parts of the bodies a card names; unknown ones and those named twice are reported.
std::vector<InertiaPart> chosen_parts(const CheckedCard& card, SystemBuilder& builder) {
  std::vector<NamedPart> all;
  append_parts(builder.set<RigidBodySet>(), all);
  append_parts(builder.set<PointMassSet>(), all);
  std::vector<InertiaPart> parts;
  std::vector<std::string> candidates, taken;
  for (const NamedPart& body : all) candidates.push_back(body.name);
  if (card.text("of") == "all") {
    for (const NamedPart& body : all) parts.push_back(body.part);
    return parts;
  }
  for (const std::string& name : names_in(card.text("of"))) {
    const auto error = [&](const char* what, const std::string& advice) {
      builder.diagnostics().error(card.place_of("of"),
                                  fmt::format("{}: {} body '{}'", describe(card.card()), what, name), advice);
    };
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const NamedPart& b) { return b.name == name; });
    if (found == all.end())
      error("there is no", did_you_mean(name, candidates));
    else if (std::find(taken.begin(), taken.end(), name) != taken.end())
      error("it names twice the", "");
    else
      parts.push_back(found->part);
    taken.push_back(name);
  }
  return parts;
}

std::string in_numbers(const Vec3& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x(), v.y(), v.z()); }
std::string in_numbers(const Mat3& m) {
  return fmt::format("[{}, {}, {}]", in_numbers(Vec3(m.row(0))), in_numbers(Vec3(m.row(1))),
                     in_numbers(Vec3(m.row(2))));
}

// What the start looks like.
GroupInertia inertia_at_start(const std::vector<InertiaPart>& parts, const SystemBuilder& builder) {
  FrameIndex last = kGroundFrame;
  for (const InertiaPart& part : parts) last = std::max(last, part.frame);
  std::vector<Frame> frames(static_cast<std::size_t>(last) + 1);
  for (FrameIndex i = 1; i <= last; ++i) {
    const NodeStart start = builder.start_of(i);
    frames[static_cast<std::size_t>(i)].x = start.position;
    frames[static_cast<std::size_t>(i)].R = start.orientation;
  }
  return inertia_of(parts, frames);
}

std::optional<InertiaView> view_of(const CheckedCard& card) {
  if (!card.has("position") && !card.has("orientation")) return std::nullopt;
  InertiaView view;
  if (card.has("position")) view.position = card.vector3("position");
  if (card.has("orientation")) view.axes = card.orientation("orientation");
  return view;
}

// In the ground and, where it was asked for, about the point and in the axes of the view.
std::string told(const CheckedCard& card, const InertiaReport& report) {
  const GroupInertia& group = report.group;
  std::string text = fmt::format(
      "{}: mass {:.9g} kg, centre of mass {} m, inertia about it {} kg m^2, principal moments {} kg m^2 "
      "about {}",
      describe(card.card()), group.mass, in_numbers(group.center), in_numbers(group.about_center),
      in_numbers(group.principal_moments()), in_numbers(Mat3(group.principal_axes().transpose())));
  if (!report.view) return text;
  return text + fmt::format("; from {} m: centre of mass {} m, inertia {} kg m^2",
                            in_numbers(report.view->position), in_numbers(report.view->center(group)),
                            in_numbers(report.view->inertia(group)));
}

void build_inertia(const CheckedCard& card, SystemBuilder& builder) {
  // Bodies may follow in the file.
  builder.at_end([card](SystemBuilder& complete) {
    if (card.has_errors()) return;
    std::vector<InertiaPart> parts = chosen_parts(card, complete);
    InertiaReport report{inertia_at_start(parts, complete), view_of(card), card.boolean("log")};
    if (card.boolean("tell") && !complete.diagnostics().has_errors())
      complete.diagnostics().note(card.place(), told(card, report));
    complete.set<InertiaSet>().add({card.name(), card.place()}, std::move(parts), std::move(report));
  });
}

}  // namespace

Mat3 GroupInertia::about(const Vec3& point) const { return about_center + steiner(mass, center - point); }

Vec3 GroupInertia::principal_moments() const {
  return Eigen::SelfAdjointEigenSolver<Mat3>(about_center).eigenvalues();
}

Mat3 GroupInertia::principal_axes() const {
  Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(about_center).eigenvectors();
  if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
  return axes;
}

// Σ m, Σ m x / Σ m, and inertias about the origin added up and shifted (inertia.md 1)
GroupInertia inertia_of(const std::vector<InertiaPart>& parts, std::span<const Frame> frames) {
  GroupInertia group;
  Vec3 first_moment = Vec3::Zero();
  Mat3 about_origin = Mat3::Zero();
  for (const InertiaPart& part : parts) {
    const Frame& frame = frames[static_cast<std::size_t>(part.frame)];
    const MassProperties& p = part.properties;
    const Vec3 s = frame.R * p.first_moment;
    group.mass += p.mass;
    first_moment += p.mass * frame.x + s;
    about_origin += frame.R * p.inertia * frame.R.transpose() + steiner(p.mass, frame.x) -
                    skew(frame.x) * skew(s) - skew(s) * skew(frame.x);
  }
  if (group.mass > 0.0) group.center = first_moment / group.mass;
  group.about_center = about_origin - steiner(group.mass, group.center);
  return group;
}

std::vector<ChannelInfo> InertiaSet::channels() const {
  return {{"mass", "kg", 1, "of all bodies together"},
          {"center_of_mass", "m", 3, "ground components", Geometry::position},
          {"moments", "kg m^2", 3, "xx, yy, zz about the centre of mass, ground components", Geometry::other},
          {"products", "kg m^2", 3, "xy, xz, yz entries of the same matrix", Geometry::other},
          {"principal_moments", "kg m^2", 3, "ascending"}};
}

void InertiaSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const GroupInertia group = inertia_of(items_[static_cast<std::size_t>(element)].parts, context.frames);
  const Mat3& J = group.about_center;
  out[0] = group.mass;
  Eigen::Map<Eigen::Matrix<double, 12, 1>>(out.data() + 1) << group.center, J.diagonal(), J(0, 1), J(0, 2),
      J(1, 2), group.principal_moments();
}

// Mass, centre of mass, inertia about it; then the point of the view, and both once more as seen from there.
void InertiaSet::outline(Index element, OutlineSink& sink) const {
  const InertiaReport& report = items_[static_cast<std::size_t>(element)].report;
  if (!report.is_logged) return;
  sink.word("inertia");
  sink.number(report.group.mass);
  sink.vector(report.group.center);
  sink.matrix(report.group.about_center);
  if (!report.view) return;
  sink.vector(report.view->position);
  sink.vector(report.view->center(report.group));
  sink.matrix(report.view->inertia(report.group));
}

void register_inertia(Registry& registry) {
  registry.add(
      CardSchema("body", "inertia")
          .summary("Mass, centre of mass and inertia of a group of bodies, told at the start and written "
                   "with the results; it has none of its own.")
          .text("of", "names of bodies, with commas between them, or all")
          .names("body")
          .optional("all")
          .vector3("position", "tell the inertia about this point, too, ground components")
          .geometry(Geometry::position)
          .unit("m")
          .optional()
          .orientation("orientation", "of the axes in which that is told")
          .geometry(Geometry::orientation)
          .optional()
          .boolean("tell", "as a note at the start")
          .optional(true)
          .boolean("log", "as a line of MBDyn's .log")
          .optional(true),
      build_inertia);
}

}  // namespace pintle
