#include "pintle/output/scene.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "pintle/output/orientation_description.h"

namespace pintle {

namespace {

using Json = nlohmann::ordered_json;

// Parts of a typical length: how thick joints are drawn, how long guides and axes, and the least thickness of
// a body in parts of its length.
constexpr double kJointRadius = 0.025, kGuideLength = 1.0, kAxesLength = 0.15, kLeastThickness = 0.06;
constexpr double kMostOfScale = 1.0;  // no body is drawn longer than the whole model
// A link that is thicker than the first part of the way between its joints has an inertia that tells nothing
// of its looks; it gets the second part. What is clamped to the ground gets a part of the model.
constexpr double kMostThickness = 0.4, kPlainThickness = 0.2, kPlainGround = 0.2;

Json numbers(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json rows_of(const Mat3& m) {
  Json list = Json::array();
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) list.push_back(m(i, k));
  return list;
}

Json point(const Attachment& at) { return {{"frame", at.frame}, {"at", numbers(at.offset)}}; }

Json pose(const Attachment& at, const Mat3& axes) {
  Json json = point(at);
  json["axes"] = rows_of(axes);
  return json;
}

Json point_list(std::span<const Attachment> points) {
  Json list = Json::array();
  for (const Attachment& at : points) list.push_back(point(at));
  return list;
}

std::string_view word_of(DisplayRole role) {
  constexpr std::array<std::string_view, 6> kWords{"body", "joint", "spring", "line", "force", "moment"};
  return kWords[static_cast<std::size_t>(role)];
}

// Axes of which the k-th is the last.
Mat3 with_last(const Mat3& axes, int k) {
  Mat3 turned;
  turned << axes.col((k + 1) % 3), axes.col((k + 2) % 3), axes.col(k);
  return turned;
}

// The variables of a file by whose they are.
class OwnedVariables {
 public:
  explicit OwnedVariables(std::span<const RecordVariable> variables) {
    for (const RecordVariable& variable : variables) owners_[variable.owner].push_back(&variable);
  }

  std::span<const RecordVariable* const> of(const std::string& owner) const {
    const auto found = owners_.find(owner);
    if (found == owners_.end()) return {};
    return found->second;
  }
  // Nothing where the file does not have it.
  const RecordVariable* find(const std::string& owner, std::string_view quantity) const {
    for (const RecordVariable* variable : of(owner))
      if (variable->quantity == quantity) return variable;
    return nullptr;
  }

 private:
  std::unordered_map<std::string, std::vector<const RecordVariable*>> owners_;
};

// Collects the elements first: how large joints are drawn depends on the bodies.
class SceneBuilder final : public DisplaySink {
 public:
  SceneBuilder(const System& system, std::span<const RecordVariable> variables,
               const std::vector<Tracers>& tracers)
      : system_(system), variables_(variables), objects_(Json::array()), frames_(Json::array()) {
    list_nodes();
    for (const auto& set : system.sets())
      for (Index element = 0; element < set->size(); ++element) list_element(*set, element);
    measure();
    for (const Mass& mass : masses_) draw(mass);
    for (const Joint& joint : joints_) draw(joint);
    for (const auto& [object, frame] : axes_) add_axes(object, frame);
    for (const Tracers& tracer : tracers) add(tracer);
    leave_out_unseen();
  }

  std::string text() const {
    State state = State::zero(system_.layout());
    Snapshot snapshot = system_.make_snapshot();
    system_.fill(state, snapshot);
    const Vec3 gravity = snapshot.context().gravity;
    const bool has_gravity = gravity.norm() > 0.0;
    Json scene;
    scene["size"] = size_;
    scene["up"] = numbers(has_gravity ? Vec3(-gravity.normalized()) : Vec3::UnitZ());
    scene["gravity"] = has_gravity ? numbers(gravity) : Json();
    scene["planes"] = Json::array();
    scene["frames"] = frames_;
    scene["objects"] = objects_;
    return scene.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  void points(std::span<const Attachment> points) override {
    add_shape({{"shape", "points"}, {"points", point_list(points)}});
  }
  void line(std::span<const Attachment> points, DisplayRole role,
            std::span<const std::string> values) override {
    Json shape{{"shape", "line"}, {"role", word_of(role)}, {"points", point_list(points)}};
    add_with_values(std::move(shape), values);
    for (const Attachment& at : points) hold_on(at);
  }
  void surface(std::span<const Attachment> corners, std::span<const int> triangles,
               std::span<const std::string> values) override {
    Json shape{{"shape", "surface"}, {"role", "body"}, {"points", point_list(corners)}};
    shape["triangles"] = std::vector<int>(triangles.begin(), triangles.end());
    add_with_values(std::move(shape), values);
  }
  void mass(const Attachment& at, double mass, const Mat3& inertia) override {
    touch(at.frame);
    masses_.push_back({objects_.size() - 1, at, mass, inertia});
  }
  void joint(const Attachment& a, const Attachment& b,
             std::optional<std::span<const FreeMotion>> free) override {
    for (const Attachment& side : {a, b}) {
      hold_on(side);
      jointed_[side.frame].push_back(side.offset);
    }
    if (free && free->empty() && (a.frame == kGroundFrame || b.frame == kGroundFrame))
      fixed_.insert({a.frame, b.frame});
    Joint joint{objects_.size() - 1, a, b, free.has_value(), {}};
    if (free) joint.free.assign(free->begin(), free->end());
    joints_.push_back(std::move(joint));
  }
  void arrow(const Attachment& at, std::string_view channel, DisplayRole role) override {
    touch(at.frame);
    const RecordVariable* variable = own(channel);
    if (!variable) variable = own(word_of(role));
    if (!variable) return;
    add_shape({{"shape", "arrow"},
               {"role", word_of(role)},
               {"point", point(at)},
               {"channel", variable->name},
               {"in", kGroundFrame}});
  }

 private:
  struct Mass {
    std::size_t object;
    Attachment at;
    double mass;
    Mat3 inertia;
    Vec3 edges = Vec3::Zero();  // of the box of the same inertia
    Mat3 axes = Mat3::Identity();
    double extent = 0.0;
  };
  struct Joint {
    std::size_t object;
    Attachment a, b;
    bool is_known;
    std::vector<FreeMotion> free;
  };

  Json& add_object(std::string_view kind, std::string_view type, const ElementLabel& label) {
    objects_.push_back({{"kind", kind},
                        {"type", type},
                        {"name", label.name},
                        {"place", label.place.to_string()},
                        {"frames", Json::array()},
                        {"channels", Json::array()},
                        {"shapes", Json::array()}});
    owner_ = owner_name(kind, label.name);
    for (const RecordVariable* variable : variables_.of(owner_))
      objects_.back()["channels"].push_back(variable->name);
    return objects_.back();
  }
  // Of the last object; nothing where the file does not have it.
  const RecordVariable* own(std::string_view quantity) const { return variables_.find(owner_, quantity); }
  void add_shape(Json shape) { objects_.back()["shapes"].push_back(std::move(shape)); }
  void add_with_values(Json shape, std::span<const std::string> values) {
    Json names = Json::array();
    for (const std::string& value : values)
      if (const RecordVariable* variable = own(value)) names.push_back(variable->name);
    if (!values.empty() && names.size() == values.size()) shape["values"] = std::move(names);
    add_shape(std::move(shape));
  }
  void touch(FrameIndex frame) {
    Json& frames = objects_.back()["frames"];
    if (std::find(frames.begin(), frames.end(), Json(frame)) == frames.end()) frames.push_back(frame);
  }
  // A point of a frame that something holds on to: the body there reaches so far.
  void hold_on(const Attachment& at) {
    touch(at.frame);
    held_[at.frame].push_back(at.offset);
  }

  // Frame 0 is the ground, then come the nodes; scalars have no frame.
  void list_nodes() {
    frames_.push_back({{"name", "ground"}});
    for (std::size_t i = 0; i < system_.nodes().size(); ++i) {
      const NodeInfo& node = system_.nodes()[i];
      Json& object = add_object("node", node.type, node.label);
      const auto frame = static_cast<FrameIndex>(i + 1);
      if (frame >= system_.layout().frames()) continue;
      object["frames"].push_back(frame);
      add_frame(node.label.name, system_.layout().is_structural(frame));
    }
  }
  void add_frame(const std::string& name, bool has_axes) {
    Json frame{{"name", name}};
    if (const RecordVariable* position = own("position")) frame["position"] = position->name;
    if (has_axes) {
      add_orientation(frame);
      axes_.emplace_back(objects_.size() - 1, static_cast<FrameIndex>(frames_.size()));
    }
    frames_.push_back(std::move(frame));
  }
  void add_orientation(Json& frame) {
    if (const RecordVariable* quaternion = own("quaternion")) frame["quaternion"] = quaternion->name;
    for (const std::string& description : orientation_descriptions())
      if (const RecordVariable* variable = own(description))
        frame["orientation"] = {{"channel", variable->name}, {"as", description}};
  }

  // What moves with a frame that the file does not tell of would stand still: it is not shown.
  void leave_out_unseen() {
    const auto is_unseen = [&](const Json& frame) {
      return frame != kGroundFrame && !frames_[frame.get<std::size_t>()].contains("position");
    };
    const auto hangs_on_unseen = [&](const Json& shape) {
      for (const char* key : {"pose", "point"})
        if (shape.contains(key) && is_unseen(shape[key]["frame"])) return true;
      if (!shape.contains("points")) return false;
      return std::any_of(shape["points"].begin(), shape["points"].end(),
                         [&](const Json& at) { return is_unseen(at["frame"]); });
    };
    for (Json& object : objects_) {
      std::erase_if(object["frames"].get_ref<Json::array_t&>(), is_unseen);
      std::erase_if(object["shapes"].get_ref<Json::array_t&>(), hangs_on_unseen);
    }
  }

  // An element with the channels of a frame is one, such as an offset node.
  void list_element(const ElementSet& set, Index element) {
    const std::vector<ChannelInfo> channels = set.channels();
    Json& object = add_object(set.kind(), set.type(), set.label(element));
    const auto has = [&](std::string_view name) {
      return std::any_of(channels.begin(), channels.end(),
                         [&](const ChannelInfo& channel) { return channel.name == name; });
    };
    if (has("position") && has("quaternion")) {
      object["frames"].push_back(frames_.size());
      add_frame(set.label(element).name, true);
    }
    set.display(element, *this);
  }

  // The box of the same mass and inertia has edges e with e_i^2 = 6 (I_j + I_k - I_i) / m.
  void measure() {
    std::vector<double> extents;
    for (Mass& mass : masses_) {
      const Eigen::SelfAdjointEigenSolver<Mat3> principal(mass.inertia);
      const Vec3& moments = principal.eigenvalues();
      mass.axes = principal.eigenvectors();
      if (mass.axes.determinant() < 0.0) mass.axes.col(2) = -mass.axes.col(2);
      for (int i = 0; i < 3; ++i)
        mass.edges[i] = std::sqrt(std::max(0.0, 6.0 * (moments.sum() - 2.0 * moments[i]) / mass.mass));
      mass.edges *= plain_scale(mass);
      mass.extent = mass.edges.maxCoeff();
      for (const Vec3& p : held_[mass.at.frame])
        mass.extent = std::max(mass.extent, (p - mass.at.offset).norm());
      if (mass.extent > 0.0) extents.push_back(mass.extent);
    }
    size_ = system_.length_scale();
    if (extents.empty()) return;
    const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
    std::nth_element(extents.begin(), middle, extents.end());
    size_ = *middle;
  }

  // Boxes that would cover the mechanism become plain blocks of the same proportions.
  double plain_scale(const Mass& mass) const {
    const double thinnest = mass.edges.minCoeff(), ground = kPlainGround * system_.length_scale();
    if (fixed_.contains(mass.at.frame) && thinnest > ground) return ground / thinnest;
    double way = 0.0;
    if (const auto found = jointed_.find(mass.at.frame); found != jointed_.end())
      for (const Vec3& p : found->second)
        for (const Vec3& q : found->second) way = std::max(way, (p - q).norm());
    return way > 0.0 && thinnest > kMostThickness * way ? kPlainThickness * way / thinnest : 1.0;
  }

  Json& shapes_of(std::size_t object) { return objects_[object]["shapes"]; }

  // A box, or a ball where there is no inertia, and bars to where the body is held.
  void draw(const Mass& mass) {
    Json& shapes = shapes_of(mass.object);
    const double longest = mass.edges.maxCoeff();
    if (longest > 0.0) {
      const double most = kMostOfScale * std::max(system_.length_scale(), size_);
      const Vec3 edges = mass.edges.cwiseMax(kLeastThickness * longest) * std::min(1.0, most / longest);
      shapes.push_back({{"shape", "box"},
                        {"role", "body"},
                        {"pose", pose(mass.at, mass.at.axes * mass.axes)},
                        {"size", numbers(edges)}});
    } else {
      shapes.push_back({{"shape", "ellipsoid"},
                        {"role", "body"},
                        {"pose", pose(mass.at, mass.at.axes)},
                        {"radii", numbers(Vec3::Constant(2.0 * kJointRadius * size_))}});
    }
    if (mass.at.frame == kGroundFrame) return;
    for (const Vec3& p : held_[mass.at.frame])
      if ((p - mass.at.offset).norm() > kJointRadius * size_)
        shapes.push_back(
            {{"shape", "line"},
             {"role", "body"},
             {"points", Json::array({point(mass.at), point({mass.at.frame, p, Mat3::Identity()})})}});
  }

  // A pin for every axis of rotation (three: a ball), a block on a guide for every line of sliding; a cube
  // holds all motions.
  void draw(const Joint& joint) {
    Json& shapes = shapes_of(joint.object);
    const double r = kJointRadius * size_;
    const auto box = [&](const Attachment& at, const Mat3& axes, const Vec3& edges) {
      shapes.push_back(
          {{"shape", "box"}, {"role", "joint"}, {"pose", pose(at, axes)}, {"size", numbers(edges)}});
    };
    const auto ball = [&](double radius) {
      shapes.push_back({{"shape", "ellipsoid"},
                        {"role", "joint"},
                        {"pose", pose(joint.b, joint.b.axes)},
                        {"radii", numbers(Vec3::Constant(radius))}});
    };
    const auto turns = std::count_if(joint.free.begin(), joint.free.end(), [](const FreeMotion& motion) {
      return motion.kind == FreeMotion::Kind::rotation;
    });
    const bool goes_anywhere = static_cast<std::ptrdiff_t>(joint.free.size()) - turns == 3;
    if (!joint.is_known || goes_anywhere) {
      ball(0.8 * r);
      shapes.push_back(
          {{"shape", "line"}, {"role", "joint"}, {"points", Json::array({point(joint.a), point(joint.b)})}});
      return;
    }
    if (joint.free.empty()) box(joint.b, joint.b.axes, Vec3::Constant(2.0 * r));
    if (turns == 3) ball(1.3 * r);
    for (const FreeMotion& motion : joint.free) {
      const Attachment& side = motion.side == FreeMotion::Side::a ? joint.a : joint.b;
      const Mat3 axes = with_last(side.axes, motion.axis);
      if (motion.kind == FreeMotion::Kind::translation) {
        const Vec3 reach = 0.5 * kGuideLength * size_ * axes.col(2);
        box(joint.b, with_last(joint.b.axes, motion.axis), {2.2 * r, 2.2 * r, 5.0 * r});
        shapes.push_back({{"shape", "line"},
                          {"role", "joint"},
                          {"points", Json::array({point({joint.a.frame, joint.a.offset - reach, axes}),
                                                  point({joint.a.frame, joint.a.offset + reach, axes})})}});
      } else if (turns < 3) {
        const Attachment& at = joint.free.size() > 1 ? joint.b : side;
        shapes.push_back({{"shape", "cylinder"},
                          {"role", "joint"},
                          {"pose", pose(at, at.frame == side.frame ? axes : with_last(at.axes, motion.axis))},
                          {"radius", r},
                          {"length", 5.0 * r}});
      }
    }
  }

  void add_axes(std::size_t object, FrameIndex frame) {
    shapes_of(object).push_back({{"shape", "axes"},
                                 {"role", "frame"},
                                 {"pose", {{"frame", frame}, {"at", numbers(Vec3::Zero())}}},
                                 {"length", kAxesLength * size_}});
  }
  void add(const Tracers& tracers) {
    for (std::size_t i = 0; i < system_.nodes().size(); ++i)
      if (system_.nodes()[i].label.name == tracers.node)
        for (const Vec3& p : tracers.points)
          shapes_of(i).push_back({{"shape", "trail"},
                                  {"role", "tracer"},
                                  {"point", point({static_cast<FrameIndex>(i + 1), p, Mat3::Identity()})}});
  }

  const System& system_;
  const OwnedVariables variables_;
  Json objects_, frames_;
  std::string owner_;  // the last object
  std::vector<Mass> masses_;
  std::vector<Joint> joints_;
  std::vector<std::pair<std::size_t, FrameIndex>> axes_;  // objects with axes to show
  // Points by frame: where something holds on, and where joints do.
  std::map<FrameIndex, std::vector<Vec3>> held_, jointed_;
  std::set<FrameIndex> fixed_;  // clamped to the ground
  double size_ = 1.0;           // a typical length of a body
};

}  // namespace

std::string scene_of(const System& system, std::span<const RecordVariable> variables,
                     const std::vector<Tracers>& tracers) {
  return SceneBuilder(system, variables, tracers).text();
}

}  // namespace pintle
