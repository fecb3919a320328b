#include "pintle/output/mbdyn_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/system/report.h"

namespace pintle {

namespace {

std::string_view type_of(std::size_t size) {
  return size == 1 ? "doublereal" : size == 3 ? "Vec3" : "Mat3x3";
}

// Learns which variables an element has by letting it report once.
class Listing final : public ReportSink {
 public:
  using ReportSink::reaction;
  Listing(std::vector<RecordVariable>& variables, std::string prefix, std::string owner,
          OrientationDescription orientation)
      : variables_(variables),
        prefix_(std::move(prefix)),
        owner_(std::move(owner)),
        orientation_(orientation) {}

  void add(std::string_view name, std::string_view unit, std::string_view doc, std::size_t size,
           std::string_view quantity = "") {
    variables_.push_back({fmt::format("{}.{}", prefix_, name), std::string(unit), std::string(doc), size,
                          false, false, std::string(type_of(size)), owner_, std::string(quantity)});
  }
  void reaction(const Vec3&, const Vec3&, const Vec3&, const Vec3&) override {
    add("f", "N", "reaction force in the joint's axes", 3);
    add("m", "Nm", "reaction moment in the joint's axes", 3);
    add("F", "N", "reaction force, ground components", 3, "force");
    add("M", "Nm", "reaction moment, ground components", 3, "moment");
  }
  void number(std::string_view name, std::string_view unit, double) override { add(name, unit, "", 1); }
  void vector(std::string_view name, std::string_view unit, const Vec3&) override {
    if (nodes_ > 1)
      add(fmt::format("{}{}", name, nodes_), unit, "on the second node", 3);
    else
      add(name, unit, "", 3, name == "F" ? "force" : name == "M" ? "moment" : "");
  }
  void orientation(const Mat3&) override {
    const auto size = static_cast<std::size_t>(size_of(orientation_));
    const std::string_view name = variable_of(orientation_);
    add(name, name == "E" ? "deg" : name == "Phi" ? "rad" : "-", "orientation", size, name_of(orientation_));
  }
  void node(FrameIndex) override { ++nodes_; }

 private:
  std::vector<RecordVariable>& variables_;
  std::string prefix_, owner_;
  OrientationDescription orientation_;
  int nodes_ = 0;
};

// Writes numbers one behind the other.
class Numbers final : public ReportSink {
 public:
  using ReportSink::reaction;
  explicit Numbers(double* next) : next_(next) {}

  void begin(OrientationDescription orientation) { orientation_ = orientation; }
  void number(double value) { *next_++ = value; }
  void vector(const Vec3& v) { next_ = std::copy(v.begin(), v.end(), next_); }
  void reaction(const Vec3& f, const Vec3& m, const Vec3& F, const Vec3& M) override {
    for (const Vec3* v : {&f, &m, &F, &M}) vector(*v);
  }
  void number(std::string_view, std::string_view, double value) override { number(value); }
  void vector(std::string_view, std::string_view, const Vec3& value) override { vector(value); }
  void orientation(const Mat3& matrix) override {
    const auto numbers = describe_orientation(matrix, orientation_);
    next_ = std::copy_n(numbers.begin(), size_of(orientation_), next_);
  }
  void node(FrameIndex) override {}

 private:
  double* next_;
  OrientationDescription orientation_ = OrientationDescription::euler123;
};

}  // namespace

void MbdynRecords::start(const System& system) {
  model_ = MbdynModel(system, settings_);
  variables_.push_back({"time", "s", "simulation time", 1, false, false, "doublereal"});
  variables_.push_back({"run.step", "-", "number of the step", 1, false, true, "integer"});
  variables_.push_back({"run.timestep", "s", "size of the step", 1, false, false, "doublereal"});
  list_nodes(system);
  list_elements(system, "joint", "elem.joint");
  list_elements(system, "load", "elem.force");
}

void MbdynRecords::list_nodes(const System& system) {
  FixedVariable labels{"node.struct", "labels of the structural nodes", "integer", {}};
  for (const MbdynModel::Node& node : model_.nodes()) {
    if (!node.item.has_output) continue;
    labels.values.push_back(node.label);
    const std::string name = fmt::format("node.struct.{}", node.label);
    fixed_.push_back(
        {name, "", node.derived ? std::string(node.derived->type()) : system.node_of(node.frame).type, {}});
    Listing listing(variables_, name, owner_name("node", node.name(system)), node.item.orientation);
    listing.add("X", "m", "position, ground components", 3, "position");
    listing.orientation(Mat3::Identity());
    listing.add("XP", "m/s", "velocity, ground components", 3);
    listing.add("Omega", "rad/s", "angular velocity, ground components", 3);
    if (!node.item.has_accelerations) continue;
    listing.add("XPP", "m/s^2", "acceleration, ground components", 3);
    listing.add("OmegaP", "rad/s^2", "angular acceleration, ground components", 3);
  }
  if (!labels.values.empty()) fixed_.push_back(std::move(labels));
}

void MbdynRecords::list_elements(const System& system, std::string_view kind, const std::string& prefix) {
  const State state = State::zero(system.layout());  // what is reported has the same form in all states
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  FixedVariable labels{prefix, fmt::format("labels of elements, {}", kind), "integer", {}};
  for (const MbdynModel::Element& element : model_.elements(kind)) {
    if (!element.item.has_output) continue;
    const std::string name = fmt::format("{}.{}", prefix, element.label);
    const std::size_t before = variables_.size();
    Listing listing(variables_, name, owner_name(kind, element.set->label(element.element).name),
                    element.item.orientation);
    element.report(snapshot.context(), listing);
    if (variables_.size() == before) continue;
    labels.values.push_back(element.label);
    fixed_.push_back({name, "", std::string(element.set->type()), {}});
  }
  if (!labels.values.empty()) fixed_.push_back(std::move(labels));
}

void MbdynRecords::evaluate(const System&, const State& state, const Context& context, double* record) {
  Numbers numbers(record);
  numbers.number(state.time);
  numbers.number(static_cast<double>(state.step));
  numbers.number(state.step_size);
  for (const MbdynModel::Node& node : model_.nodes()) {
    if (!node.item.has_output) continue;
    const Frame frame = node.motion(context);
    numbers.begin(node.item.orientation);
    numbers.vector(frame.x);
    numbers.orientation(frame.R);
    numbers.vector(frame.v);
    numbers.vector(frame.omega);
    if (!node.item.has_accelerations) continue;
    numbers.vector(frame.a);
    numbers.vector(frame.alpha);
  }
  for (const char* kind : {"joint", "load"})
    for (const MbdynModel::Element& element : model_.elements(kind)) {
      if (!element.item.has_output) continue;
      numbers.begin(element.item.orientation);
      element.report(context, numbers);
    }
}

std::vector<std::string> MbdynRecords::dimensions(std::size_t size) const {
  return size == 9 ? std::vector<std::string>{"Vec3", "Vec3"} : std::vector<std::string>{"Vec3"};
}

}  // namespace pintle
