#include "pintle/loads/linear_transformation.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/math/round_off.h"
#include "pintle/math/so3.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

const Frame& frame_at(const Context& context, FrameIndex frame) {
  return context.frames[static_cast<std::size_t>(frame)];
}

Vec6 stacked(const Vec3& translation, const Vec3& rotation) {
  Vec6 both;
  both << translation, rotation;
  return both;
}

// diag(R, R) B diag(R, R)^T (linear_transformation.md 4)
Mat6 turned(const Mat6& b, const Mat3& r) {
  Mat6 result;
  for (const int row : {0, 3})
    for (const int column : {0, 3})
      result.block<3, 3>(row, column).noalias() = r * b.block<3, 3>(row, column) * r.transpose();
  return result;
}

Mat6 in_ground_axes(const LinearTransformation& load, const Mat6& matrix, const Frame& frame) {
  return load.is_follower ? turned(matrix, frame.R) : matrix;
}

// d(B^)/dtheta z: -(B^ z)~ + B^ z~, block by block                          (linear_transformation.md 6, 7)
void add_turning(const Mat6& b, const Vec6& z, Mat6& stiffness) {
  const Vec6 product = b * z;
  for (const int row : {0, 3})
    stiffness.block<3, 3>(row, 3) += b.block<3, 3>(row, 0) * skew(Vec3(z.head<3>())) +
                                     b.block<3, 3>(row, 3) * skew(Vec3(z.tail<3>())) -
                                     skew(Vec3(product.segment<3>(row)));
}

}  // namespace

bool LinearTransformation::has_potential() const {
  if (!displacement) return false;
  const Mat6& a = *displacement;
  const Mat3 translation = a.topLeftCorner<3, 3>(), rotation = a.bottomRightCorner<3, 3>();
  // To round-off: the same matrix in other axes has a potential, too.
  const auto is_zero = [](const Mat3& m, const Mat3& against) {
    return m.cwiseAbs().maxCoeff() <= kSumRoundOff * against.cwiseAbs().maxCoeff();
  };
  const auto is_isotropic = [&](const Mat3& m) { return is_zero(m - m(0, 0) * Mat3::Identity(), m); };
  const bool is_uncoupled = a.topRightCorner<3, 3>().isZero(0.0) && a.bottomLeftCorner<3, 3>().isZero(0.0);
  return is_uncoupled && is_isotropic(rotation) &&
         (is_follower ? is_isotropic(translation)
                      : is_zero(translation - translation.transpose(), translation));
}

void LinearTransformationSet::add(ElementLabel label, const LinearTransformation& load) {
  add_label(std::move(label));
  items_.push_back({load, load.has_potential(), kNoBlock, 0});
}

void LinearTransformationSet::connect(Connector& connector) {
  for (Item& item : items_) {
    item.block = connector.block(Slot::frame(item.load.frame), Slot::frame(item.load.frame));
    item.rotation_history = connector.history(3);
  }
}

Vec3 LinearTransformationSet::rotation_vector(const Item& item, const Context& context) {
  const Mat3 rotation = frame_at(context, item.load.frame).R * item.load.reference_orientation.transpose();
  const Eigen::Map<const Vec3> previous(context.history.data() + item.rotation_history);
  return unwrap_rotation_vector(so3::log(rotation), previous);
}

Vec6 LinearTransformationSet::displacement(const Item& item, const Context& context) {
  return stacked(frame_at(context, item.load.frame).x - item.load.reference_position,
                 rotation_vector(item, context));
}

// Minus the load: the sum of matrix times motion.                           (linear_transformation.md 1, 3)
Vec6 LinearTransformationSet::resistance(const Item& item, const Context& context) {
  const LinearTransformation& load = item.load;
  const Frame& f = frame_at(context, load.frame);
  Vec6 sum = Vec6::Zero();
  if (load.displacement) sum += in_ground_axes(load, *load.displacement, f) * displacement(item, context);
  if (load.velocity) sum += in_ground_axes(load, *load.velocity, f) * stacked(f.v, f.omega);
  if (load.acceleration) sum += in_ground_axes(load, *load.acceleration, f) * stacked(f.a, f.alpha);
  return sum;
}

void LinearTransformationSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Vec6 sum = resistance(item, context);
    sink.add(item.load.frame, sum.head<3>(), sum.tail<3>());
  }
}

// dpsi = T(psi)^-T dtheta (linear_transformation.md 5)
void LinearTransformationSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const LinearTransformation& load = item.load;
    const Frame& f = frame_at(context, load.frame);
    Mat6 stiffness = Mat6::Zero();
    if (load.displacement) {
      const Mat6 b = in_ground_axes(load, *load.displacement, f);
      const Vec6 z = displacement(item, context);
      stiffness.leftCols<3>() = b.leftCols<3>();
      stiffness.rightCols<3>() = b.rightCols<3>() * so3::inverse_tangent(Vec3(z.tail<3>())).transpose();
      if (load.is_follower) add_turning(b, z, stiffness);
    }
    if (load.velocity) {
      const Mat6 b = in_ground_axes(load, *load.velocity, f);
      if (load.is_follower) add_turning(b, stacked(f.v, f.omega), stiffness);
      sink.dv(item.block, b);
    }
    if (load.acceleration) {
      const Mat6 b = in_ground_axes(load, *load.acceleration, f);
      if (load.is_follower) add_turning(b, stacked(f.a, f.alpha), stiffness);
      sink.da(item.block, b);
    }
    sink.dq(item.block, stiffness);
  }
}

double LinearTransformationSet::potential(const Item& item, const Context& context) {
  if (!item.has_potential) return 0.0;
  const Vec6 z = displacement(item, context);
  return 0.5 * z.dot(*item.load.displacement * z);
}

void LinearTransformationSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) totals.potential += potential(item, context);
}

void LinearTransformationSet::start_history(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) {
    const Mat3 rotation = frame_at(context, item.load.frame).R * item.load.reference_orientation.transpose();
    const Vec3 psi = so3::log(rotation);
    std::copy_n(psi.data(), 3, history.data() + item.rotation_history);
  }
}

void LinearTransformationSet::commit(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) {
    const Vec3 psi = rotation_vector(item, context);
    std::copy_n(psi.data(), 3, history.data() + item.rotation_history);
  }
}

std::vector<ChannelInfo> LinearTransformationSet::channels() const {
  return {{"force", "N", 3, "on the node, ground components", Geometry::vector},
          {"moment", "N m", 3, "on the node, about its origin, ground components", Geometry::vector},
          {"power", "W", 1, "given to the system"},
          {"potential_energy", "J", 1, "of the displacement part, where it has one, else zero"},
          {"rotation_vector", "rad", 3,
           "from the reference orientation, continuous past pi, ground components", Geometry::vector}};
}

void LinearTransformationSet::evaluate_channels(const Context& context, Index element,
                                                std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Frame& f = frame_at(context, item.load.frame);
  const Vec6 load = -resistance(item, context);
  Eigen::Map<Eigen::Matrix<double, 11, 1>> values(out.data());
  values << load, load.dot(stacked(f.v, f.omega)), potential(item, context), rotation_vector(item, context);
}

namespace {

// A node without axes has forces and translations only.
void check_blocks(const CheckedCard& card, const LinearTransformation& load, SystemBuilder& builder) {
  const NodeInfo& node = builder.node(load.frame);
  if (node.type != "displacement") return;
  for (const auto& [field, matrix] :
       {std::pair("displacement", load.displacement), std::pair("velocity", load.velocity),
        std::pair("acceleration", load.acceleration)}) {
    Mat6 rest = matrix.value_or(Mat6::Zero());
    rest.topLeftCorner<3, 3>().setZero();
    if (!rest.isZero(0.0))
      builder.diagnostics().error(
          card.place_of(field),
          fmt::format(
              "{}: {}: node '{}' has no orientation, so only the first three rows and columns can act",
              describe(card.card()), field, node.label.name),
          "fill the others with zeros, or use a dynamic or static node");
  }
}

void build_linear_transformation(const CheckedCard& card, SystemBuilder& builder) {
  LinearTransformation load;
  const auto matrix = [&](std::string_view field) {
    return card.has(field) ? std::optional<Mat6>(card.matrix6(field)) : std::nullopt;
  };
  load.displacement = matrix("displacement");
  load.velocity = matrix("velocity");
  load.acceleration = matrix("acceleration");
  load.is_follower = card.boolean("follower");
  load.reference_position = card.vector3("reference_position");
  if (card.has("reference_orientation"))
    load.reference_orientation = card.orientation("reference_orientation");
  if (!load.displacement && !load.velocity && !load.acceleration)
    builder.diagnostics().error(card.place(), describe(card.card()) + ": nothing to transform",
                                "give a matrix for 'displacement', 'velocity' or 'acceleration'");
  if (card.node("node").empty()) return;
  load.frame = builder.frame_of(card.node("node"), card.place_of("node"));
  if (load.frame == kGroundFrame) return;
  check_blocks(card, load, builder);
  builder.set<LinearTransformationSet>().add({card.name(), card.place()}, load);
}

}  // namespace

void register_linear_transformation(Registry& registry) {
  registry.add(
      CardSchema("load", "linear_transformation")
          .summary("A load proportional to the displacement, velocity or acceleration of a node: minus "
                   "matrix times motion.")
          .node("node", "the node that it acts on")
          .matrix6("displacement", "times [x - reference_position; rotation vector]")
          .geometry(Geometry::matrix, "follower")
          .unit("N/m, N/rad, N m/rad")
          .optional()
          .matrix6("velocity", "times [v; omega]")
          .geometry(Geometry::matrix, "follower")
          .unit("N s/m, N s/rad, N m s/rad")
          .optional()
          .matrix6("acceleration", "times [a; alpha]")
          .geometry(Geometry::matrix, "follower")
          .unit("kg, kg m, kg m^2")
          .optional()
          .boolean("follower", "true: matrices in the node's axes, turning with it; false: in the ground's")
          .optional(false)
          .vector3("reference_position", "where the displacement is zero")
          .geometry(Geometry::position)
          .unit("m")
          .optional(Value::list({0, 0, 0}))
          .orientation("reference_orientation", "where the rotation vector is zero")
          .geometry(Geometry::orientation)
          .optional(),
      build_linear_transformation);
}

}  // namespace pintle
