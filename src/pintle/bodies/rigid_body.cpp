#include "pintle/bodies/rigid_body.h"

#include <Eigen/Eigenvalues>

#include "pintle/bodies/body_card.h"
#include "pintle/math/rotations.h"

namespace pintle {

void RigidBodySet::add(ElementLabel label, FrameIndex frame, const MassProperties& properties,
                       bool has_inertia) {
  add_label(std::move(label));
  items_.push_back(
      {properties.inertia, properties.first_moment, properties.mass, frame, kNoBlock, has_inertia});
}

void RigidBodySet::connect(Connector& connector) {
  for (Item& item : items_) item.block = connector.block(Slot::frame(item.frame), Slot::frame(item.frame));
}

// With the first moment s = m b in ground components:                                  (rigid_body.md 3, 4)
//   force  = m (a - g) + alpha x s + w x (w x s)
//   moment = s x (a - g) + J alpha + w x J w,  the last two turned from node axes
void RigidBodySet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    const Vec3 s = f.R * item.first_moment;
    if (!item.has_inertia) {
      sink.add(item.frame, -item.mass * context.gravity, context.gravity.cross(s));
      continue;
    }
    const Vec3 a = f.a - context.gravity;
    const Vec3 w = f.R.transpose() * f.omega;
    const Vec3 torque = item.inertia * (f.R.transpose() * f.alpha) + w.cross(item.inertia * w);
    sink.add(item.frame, item.mass * a + f.alpha.cross(s) + f.omega.cross(f.omega.cross(s)),
             s.cross(a) + f.R * torque);
  }
}

// Variations: ds = -s~ dtheta, d(J u) = (-(J u)~ + J u~) dtheta for a fixed u. (rigid_body.md 5-7)
void RigidBodySet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    const Mat3 s = skew(Vec3(f.R * item.first_moment));
    Mat6 stiffness = Mat6::Zero();
    if (!item.has_inertia) {
      stiffness.bottomRightCorner<3, 3>() = -skew(context.gravity) * s;
      sink.dq(item.block, stiffness);
      continue;
    }
    const Mat3 inertia = f.R * item.inertia * f.R.transpose();
    const Mat3 w = skew(f.omega), alpha = skew(f.alpha);
    const Mat3 momentum = skew(Vec3(inertia * f.omega));

    stiffness.topRightCorner<3, 3>() = -(alpha + w * w) * s;
    stiffness.bottomRightCorner<3, 3>() = skew(Vec3(f.a - context.gravity)) * s -
                                          skew(Vec3(inertia * f.alpha)) + inertia * alpha +
                                          w * (inertia * w - momentum);
    sink.dq(item.block, stiffness);

    Mat6 gyroscopic = Mat6::Zero();
    gyroscopic.topRightCorner<3, 3>() = s * w - 2.0 * w * s;  // -((w x s)~ + w~ s~), (w x s)~ = w~ s~ - s~ w~
    gyroscopic.bottomRightCorner<3, 3>() = w * inertia - momentum;
    sink.dv(item.block, gyroscopic);

    Mat6 mass;
    mass << item.mass * Mat3::Identity(), -s, s, inertia;
    sink.da(item.block, mass);
  }
}

// Momenta of one body; the angular momentum is about the node's origin.
struct RigidBodySet::Motion {
  Vec3 center;  // of mass, ground components
  Vec3 center_velocity;
  Vec3 linear_momentum = Vec3::Zero();
  Vec3 angular_momentum = Vec3::Zero();
  double kinetic = 0.0;
  double potential;  // zero at the ground's origin
};

RigidBodySet::Motion RigidBodySet::motion_of(const Item& item, const Context& context) {
  const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
  const Vec3 s = f.R * item.first_moment;
  Motion motion;
  motion.center = f.x + s / item.mass;
  motion.center_velocity = f.v + f.omega.cross(s) / item.mass;
  motion.potential = -item.mass * context.gravity.dot(motion.center);
  if (!item.has_inertia) return motion;
  motion.linear_momentum = item.mass * motion.center_velocity;
  motion.angular_momentum = s.cross(f.v) + f.R * (item.inertia * (f.R.transpose() * f.omega));
  motion.kinetic = 0.5 * (f.v.dot(motion.linear_momentum) + f.omega.dot(motion.angular_momentum));
  return motion;
}

void RigidBodySet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) {
    const Motion motion = motion_of(item, context);
    const Vec3& origin = context.frames[static_cast<std::size_t>(item.frame)].x;
    totals.kinetic += motion.kinetic;
    totals.potential += motion.potential;
    totals.linear_momentum += motion.linear_momentum;
    totals.angular_momentum += motion.angular_momentum + origin.cross(motion.linear_momentum);
    totals.mass += item.mass;
  }
}

std::vector<ChannelInfo> RigidBodySet::channels() const {
  return {
      {"kinetic_energy", "J", 1, ""},
      {"potential_energy", "J", 1, "of weight, zero at the ground's origin", Geometry::from_origin},
      {"linear_momentum", "kg m/s", 3, "ground components", Geometry::vector},
      {"angular_momentum", "kg m^2/s", 3, "about the centre of mass, ground components", Geometry::vector},
      {"center_of_mass", "m", 3, "ground components", Geometry::position},
      {"center_of_mass_velocity", "m/s", 3, "ground components", Geometry::vector}};
}

void RigidBodySet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Motion motion = motion_of(item, context);
  const Vec3 arm = motion.center - context.frames[static_cast<std::size_t>(item.frame)].x;
  Eigen::Map<Eigen::Matrix<double, 14, 1>> values(out.data());
  values << motion.kinetic, motion.potential, motion.linear_momentum,
      motion.angular_momentum - arm.cross(motion.linear_momentum), motion.center, motion.center_velocity;
}

void RigidBodySet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Motion motion = motion_of(item, context);
  sink.number("E", motion.kinetic);
  sink.number("V", motion.potential);
  sink.number("m", item.mass);
}

// The inertia is about the node's origin.
// About the centre of mass: J - m (c.c I - c c^T).
void RigidBodySet::display(Index element, DisplaySink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  if (item.mass <= 0.0) return;
  const Vec3 c = item.first_moment / item.mass;
  sink.mass({item.frame, c}, item.mass,
            item.inertia - item.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose()));
}

void RigidBodySet::outline(Index element, OutlineSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  sink.word("body");
  sink.node(item.frame);
  sink.number(item.mass);
  sink.vector(item.first_moment / item.mass);
  sink.matrix(item.inertia);
}

// d(s x v + J w) = (w x s) x v + s x a + J alpha + w x J w
void RigidBodySet::add_momenta(const Context& context, std::span<NodeMomentum> by_frame) const {
  for (const Item& item : items_) {
    if (!item.has_inertia) continue;
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    const Vec3 s = f.R * item.first_moment, s_rate = f.omega.cross(s);
    const Vec3 spin = f.R * (item.inertia * (f.R.transpose() * f.omega));
    NodeMomentum& node = by_frame[static_cast<std::size_t>(item.frame)];
    node.linear += item.mass * f.v + s_rate;
    node.angular += s.cross(f.v) + spin;
    node.linear_rate += item.mass * f.a + f.alpha.cross(s) + f.omega.cross(s_rate);
    node.angular_rate += s_rate.cross(f.v) + s.cross(f.a) +
                         f.R * (item.inertia * (f.R.transpose() * f.alpha)) + f.omega.cross(spin);
  }
}

namespace {

CardSchema& with_distribution(CardSchema& schema) {
  return schema.vector3("center_of_mass", "from the node's origin, node axes")
      .unit("m")
      .optional(Value::list({0, 0, 0}))
      .field_synonyms({"com", "cog", "cg", "center_of_gravity", "mass_center"})
      .inertia("inertia", "about the centre of mass, in the axes given by 'orientation'")
      .field_synonyms({"inertia_tensor", "moments_of_inertia", "physics_inertia", "j"})
      .orientation("orientation", "axes of the inertia in those of the node")
      .optional()
      .boolean("any_inertia",
               "true: moments of inertia that no real body has are warned of, not refused, and may be zero")
      .optional(false);
}

// One entry of 'masses'; a schema of its own because it stands inside a body.
const CardSchema& further_mass_schema() {
  static const CardSchema kSchema = [] {
    CardSchema schema("body", "further_mass");
    return with_distribution(schema.real("mass", "mass").unit("kg").positive());
  }();
  return kSchema;
}

void report_inertia(const MassLump& lump, bool is_any_welcome, const SourcePlace& place,
                    const std::string& owner, Diagnostics& diagnostics) {
  const InertiaVerdict verdict = judge_inertia(lump.inertia);
  const std::string text = fmt::format("{}: no real body has this inertia: {}", owner, verdict.reason);
  const char* advice = "check the unit, the order of the entries and the sign of the products of inertia";
  // Negative moments would let the motion gain energy.
  const bool is_usable = is_any_welcome && lump.inertia.allFinite() &&
                         Eigen::SelfAdjointEigenSolver<Mat3>(lump.inertia).eigenvalues()[0] >= 0.0;
  if (verdict.level == InertiaVerdict::Level::impossible)
    is_usable ? diagnostics.warning(place, text, advice) : diagnostics.error(place, text, advice);
  if (verdict.level == InertiaVerdict::Level::doubtful)
    diagnostics.warning(place, text, "taken as rounding of a flat body's inertia; give more digits");
}

MassLump lump_from(const CheckedCard& card, const std::string& owner, Diagnostics& diagnostics) {
  MassLump lump{card.real("mass"), card.vector3("center_of_mass"), card.inertia("inertia"), Mat3::Identity()};
  if (card.has("orientation")) lump.axes = card.orientation("orientation");
  report_inertia(lump, card.boolean("any_inertia"), card.place_of("inertia"), owner, diagnostics);
  return lump;
}

MassProperties properties_from(const CheckedCard& card, Diagnostics& diagnostics) {
  const std::string owner = describe(card.card());
  MassProperties properties;
  properties += lump_from(card, owner, diagnostics);
  if (!card.has("masses") || !card.value("masses").is_map()) return properties;
  for (const ValueEntry& entry : card.value("masses").as_map()) {
    if (!entry.value.is_map()) {
      diagnostics.error(entry.value.place(),
                        fmt::format("{}: masses.{}: expected an object with \"mass\" and \"inertia\", got {}",
                                    owner, entry.key, describe(entry.value)));
      continue;
    }
    Card further = card_from_map("body", entry.value);
    further.type = "further_mass";
    further.name = fmt::format("{}.masses.{}", card.name(), entry.key);
    properties += lump_from(check_card(further, further_mass_schema(), diagnostics),
                            fmt::format("{}: masses.{}", owner, entry.key), diagnostics);
  }
  return properties;
}

void build_rigid_body(const CheckedCard& card, SystemBuilder& builder) {
  Diagnostics& diagnostics = builder.diagnostics();
  const int errors_before = diagnostics.error_count();
  const MassProperties properties = properties_from(card, diagnostics);
  const bool is_sound = !card.has_errors() && diagnostics.error_count() == errors_before;
  const FrameIndex frame = claim_node(card, builder);
  if (frame == kGroundFrame) return;
  const NodeInfo& node = builder.node(frame);
  if (node.type == "displacement") {
    diagnostics.error(card.place_of("node"),
                      fmt::format("{}: node '{}' has no orientation", describe(card.card()), node.label.name),
                      "use a point_mass, or make the node dynamic");
    return;
  }
  // Where any inertia is welcome, joints may be what holds a node that would turn without it.
  if (is_sound && !card.boolean("any_inertia")) builder.add_rotational_inertia(frame, properties.inertia);
  builder.set<RigidBodySet>().add({card.name(), card.place()}, frame, properties, node.has_inertia);
}

}  // namespace

void register_rigid_body(Registry& registry) {
  CardSchema schema =
      body_schema("rigid_body", "A rigid body fixed to a node with axes: mass, centre of mass and inertia.")
          .synonyms({"body", "part", "rigid", "free_body", "mobilized_body"});
  with_distribution(schema)
      .map("masses", "further masses of the same body, by name: mass, center_of_mass, inertia, orientation")
      .optional();
  registry.add(with_shares_node(schema), build_rigid_body);
}

}  // namespace pintle
