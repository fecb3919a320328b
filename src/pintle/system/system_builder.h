// SystemBuilder: collects nodes, elements, drives and gravity, then makes a System and its first State.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/base/result.h"
#include "pintle/drives/host_function.h"
#include "pintle/drives/table_file.h"
#include "pintle/model/attachment_desc.h"
#include "pintle/model/checked_card.h"
#include "pintle/system/attachment.h"
#include "pintle/system/part_builder.h"
#include "pintle/system/system.h"

namespace pintle {

class DriveRegistry;

// How a node with axes starts.
struct NodeStart {
  Vec3 position = Vec3::Zero();
  Mat3 orientation = Mat3::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();  // ground components
};

struct Assembled {
  System system;
  State state;  // as described: not yet consistent with the constraints
};

class SystemBuilder {
 public:
  explicit SystemBuilder(Diagnostics& diagnostics)
      : diagnostics_(diagnostics),
        nesting_(diagnostics),
        parts_(diagnostics, nesting_, [this](const Card& card) { return drive(card, "any"); }) {}
  SystemBuilder(const SystemBuilder&) = delete;
  SystemBuilder& operator=(const SystemBuilder&) = delete;

  Diagnostics& diagnostics() { return diagnostics_; }

  // Nodes come first: once a frame has been asked for, no node can be added (std::logic_error).
  void add_structural_node(ElementLabel label, const NodeStart& start, bool has_inertia = true);
  void add_displacement_node(ElementLabel label, const Vec3& position, const Vec3& velocity = Vec3::Zero());
  void add_scalar_node(ElementLabel label, double value, double rate);
  // How the initial assembly holds the node with axes, or the displacement node, added last.
  NodeInfo& last_structural() { return structural_.back().info; }
  NodeInfo& last_displacement() { return displacement_.back().info; }

  // Frames and attachments; an unknown node is reported with a suggestion and gives the ground.
  FrameIndex frame_of(std::string_view node, const SourcePlace& place);
  Attachment attach(const AttachmentDesc& description);
  // A scalar node by name; nothing (and an error) when there is none.
  std::optional<Index> scalar_of(std::string_view node, const SourcePlace& place);
  const NodeInfo& node(FrameIndex frame) const { return nodes_info(frame).info; }
  NodeStart start_of(FrameIndex frame) const;

  // Says that a body gives this node its inertia. Returns the body that did so before, if any.
  std::optional<std::string> claim_inertia(FrameIndex frame, const std::string& body);
  std::optional<std::string> claim_scalar_inertia(Index scalar, const std::string& body);
  // Adds to the inertia of a node with axes, about its origin; finish() wants some about every axis.
  void add_rotational_inertia(FrameIndex frame, const Mat3& inertia);

  // Drives: named drive cards are declared first, then drives are built from what a card says.
  void use_drives(const DriveRegistry& registry, const SchemaRegistry& schemas) {
    drive_registry_ = &registry;
    schemas_ = &schemas;
  }
  void declare_drive(const Card& card);
  void use_files(const UserFiles& files) { table_files_ = TableFiles(files); }
  void use_host_functions(FindHostFunction find) { host_functions_ = std::move(find); }
  Drive drive(const Card& card, std::string_view unit);
  // From a field drive3, or drives of three components.
  DrivenVector driven_vector(const CheckedCard& card, std::string_view field, std::string_view unit);
  // From a field drives of six components; two units, "N, N m", hold for one half each.
  DrivenVector6 driven_vector6(const CheckedCard& card, std::string_view field, std::string_view unit);

  // Scalar functions and constitutive laws.
  PartBuilder& parts() { return parts_; }

  // A slot for the quantity "node.hub.position.x" or "joint.pin.reaction_force.y"; names are resolved in
  // finish().
  int measurement(std::string_view name, const SourcePlace& place);

  void set_gravity(DrivenVector gravity) { gravity_ = std::move(gravity); }
  void set_output_meter(Drive meter) { output_meter_ = std::move(meter); }

  // The one set of a type; made on first use.
  template <class Set>
  Set& set() {
    std::unique_ptr<ElementSet>& slot = slot_of(std::type_index(typeid(Set)));
    if (!slot) slot = std::make_unique<Set>();
    return static_cast<Set&>(*slot);
  }

  // What is added in between is of one card: its outputs may follow what drives listen to that are asked for
  // in between. What is added outside of cards may follow all drives that are asked for outside.
  void begin_card();
  void end_card();

  // Elements added until the next call are switched on and off by the drive (on where it is not zero), each
  // call with a set of its own; nothing ends this.
  void switch_by(std::optional<Drive> drive);

  // Runs in finish(), before anything is checked: for what refers to cards that are read later.
  void at_end(std::function<void(SystemBuilder&)> task) { tasks_.push_back(std::move(task)); }

  // Resolves, checks and freezes everything. Nothing when there were errors.
  std::optional<Assembled> finish();

 private:
  struct NodeEntry {
    NodeInfo info;
    NodeStart start;
    std::string inertia_from;
    bool is_used = false;
    bool is_suspected = false;  // of being meant by an unknown name
    std::optional<Mat3> rotational_inertia = {};
  };
  struct ScalarEntry {
    NodeInfo info;
    double value = 0.0, rate = 0.0;
    std::string inertia_from = {};
    bool is_used = false;
  };
  struct MeasurementRequest {
    std::string name;
    SourcePlace place;
  };

  const NodeEntry& nodes_info(FrameIndex frame) const;
  NodeEntry& entry_of(FrameIndex frame) { return const_cast<NodeEntry&>(nodes_info(frame)); }
  static std::optional<std::string> claim(std::string& owner, const std::string& body);
  void require_open() const;
  void report_unknown(std::string_view node, const SourcePlace& place);
  std::unique_ptr<ElementSet>& slot_of(std::type_index type);
  Drive build_drive(Card card, std::string_view unit);
  int reserve_history(std::span<const double> start);
  Result<int> input(const std::string& name, double start);
  template <int N>
  DrivenVectorOf<N> build_driven_vector(const DrivesDesc& description, const SourcePlace& place,
                                        std::string_view unit);
  void check_unused_drives();
  void check_nodes();
  void find_private_data(System& system, const Context& context);
  std::vector<std::vector<Index>> list_needs(const System& system) const;
  void refuse_circle(const System& system, Snapshot& snapshot);
  void report_massless(const NodeInfo& node);
  void check_rotational_inertia(const NodeEntry& node);
  State first_state(const Layout& layout) const;
  std::vector<std::string> node_names() const;

  Diagnostics& diagnostics_;
  PartNesting nesting_;
  PartBuilder parts_;
  const DriveRegistry* drive_registry_ = nullptr;
  const SchemaRegistry* schemas_ = nullptr;
  std::vector<NodeEntry> structural_, displacement_;
  std::vector<ScalarEntry> scalars_;
  bool nodes_are_closed_ = false;
  std::map<std::string, Card> named_drives_;
  std::set<std::string> used_drives_;
  std::vector<std::string> drives_being_built_;
  std::vector<std::string> drive_names_;
  std::vector<Drive> remembering_drives_, piecewise_drives_;
  bool depends_on_steps_ = false;
  std::vector<double> drive_history_;
  std::vector<SystemInput> inputs_;
  FindHostFunction host_functions_;
  TableFiles table_files_;
  std::vector<MeasurementRequest> measurements_;
  DrivenVector gravity_;
  std::optional<Drive> output_meter_;
  std::unordered_map<std::type_index, std::size_t> set_index_;
  std::vector<std::unique_ptr<ElementSet>> sets_;
  std::optional<Drive> switch_;
  std::unordered_map<std::type_index, std::size_t> switched_index_;  // sets of the present switch
  std::vector<std::pair<std::size_t, Drive>> switched_;
  std::vector<std::function<void(SystemBuilder&)>> tasks_;
  // By card, the first is what is outside of cards: slots that its drives listen to.
  std::vector<std::vector<Index>> listened_{1};
  std::size_t card_ = 0;
  std::map<std::size_t, Index> elements_before_;             // by set that the present card adds to
  std::map<std::size_t, std::vector<std::size_t>> card_of_;  // by set: of its elements; others are of none
};

}  // namespace pintle
