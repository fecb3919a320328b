#include "pintle/output/mbdyn_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>

namespace pintle {

namespace {

std::optional<int> whole_number(const std::string& name) {
  int label = 0;
  const char* end = name.data() + name.size();
  const auto [last, status] = std::from_chars(name.data(), end, label);
  if (status != std::errc() || last != end || label < 0) return std::nullopt;
  return label;
}

// Gives every item of a kind its label; `name_of` tells the name of one.
template <class Item, class NameOf>
void give_labels(std::vector<Item>& items, NameOf&& name_of) {
  std::set<int> taken;
  for (const Item& item : items)
    if (const auto label = whole_number(name_of(item))) taken.insert(*label);
  int next = 1;
  for (Item& item : items) {
    if (const auto label = whole_number(name_of(item))) {
      item.label = *label;
      continue;
    }
    while (!taken.insert(next).second) ++next;
    item.label = next;
  }
}

// The motion of a derived frame from what it reports.
class MotionSink final : public ReportSink {
 public:
  void reaction(const Vec3&, const Vec3&, const Vec3&, const Vec3&) override {}
  void number(std::string_view, std::string_view, double) override {}
  void vector(std::string_view name, std::string_view, const Vec3& value) override {
    if (name == "X") frame.x = value;
    if (name == "XP") frame.v = value;
    if (name == "Omega") frame.omega = value;
    if (name == "XPP") frame.a = value;
    if (name == "OmegaP") frame.alpha = value;
  }
  void orientation(const Mat3& matrix) override { frame.R = matrix; }
  void node(FrameIndex) override {}

  Frame frame;
};

}  // namespace

const std::string& MbdynModel::Node::name(const System& system) const {
  return derived ? derived->label(element).name : system.node_of(frame).label.name;
}

Frame MbdynModel::Node::motion(const Context& context) const {
  if (!derived) return context.frames[static_cast<std::size_t>(frame)];
  MotionSink sink;
  derived->report(context, element, sink);
  return sink.frame;
}

MbdynModel::MbdynModel(const System& system, const MbdynSettings& settings) {
  std::unordered_map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < settings.order.size(); ++i) positions.emplace(settings.order[i], i);
  const auto position = [&positions](std::string_view kind, const std::string& name) {
    const auto found = positions.find(fmt::format("{}.{}", kind, name));
    return found == positions.end() ? positions.size() : found->second;
  };

  const Layout& layout = system.layout();
  const auto name_of_node = [&system](const Node& node) -> const std::string& { return node.name(system); };
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const NodeInfo& info = system.node_of(frame);
    nodes_.push_back(
        {frame, 0, layout.is_structural(frame), info.has_inertia, settings.item("node", info.label.name)});
    // What is chosen for all nodes concerns those with inertia.
    if (!info.has_inertia && !settings.by_name.contains("node." + info.label.name))
      nodes_.back().item.has_accelerations = false;
  }
  for (const auto& set : system.sets())
    for (Index element = 0; element < set->size() && set->kind() == "node"; ++element)
      nodes_.push_back({kGroundFrame, 0, true, false, settings.item("node", set->label(element).name),
                        set.get(), element});
  std::stable_sort(nodes_.begin(), nodes_.end(), [&](const Node& a, const Node& b) {
    return position("node", name_of_node(a)) < position("node", name_of_node(b));
  });
  give_labels(nodes_, name_of_node);
  frame_labels_.assign(static_cast<std::size_t>(layout.frames()), 0);
  for (const Node& node : nodes_)
    if (!node.derived) frame_labels_[static_cast<std::size_t>(node.frame)] = node.label;

  const auto name_of = [](const Element& e) -> const std::string& { return e.set->label(e.element).name; };
  // Reports of inertia are bodies by kind and have labels of their own: "inertia 7".
  const auto label_name = [&name_of](const Element& e) {
    constexpr std::string_view kInertia = "inertia ";
    const std::string& name = name_of(e);
    return e.set->type() == "inertia" && name.starts_with(kInertia) ? name.substr(kInertia.size()) : name;
  };
  for (const auto& set : system.sets())
    for (Index element = 0; element < set->size(); ++element)
      elements_[std::string(set->kind())].push_back(
          {set.get(), element, 0, settings.item(set->kind(), set->label(element).name)});
  for (auto& [kind, elements] : elements_) {
    const std::string& own_kind = kind;
    std::stable_sort(elements.begin(), elements.end(), [&](const Element& a, const Element& b) {
      return position(own_kind, name_of(a)) < position(own_kind, name_of(b));
    });
    give_labels(elements, label_name);
    for (Element& element : elements) element.position = position(own_kind, name_of(element));
  }
  add_friction();
}

std::vector<const MbdynModel::Element*> MbdynModel::elements_in_order() const {
  std::vector<const Element*> list;
  for (const char* kind : {"body", "joint", "load"})
    for (const Element& element : elements(kind)) list.push_back(&element);
  std::stable_sort(list.begin(), list.end(),
                   [](const Element* a, const Element* b) { return a->position < b->position; });
  return list;
}

// Elements of kind "friction" have the name of their joint.
void MbdynModel::add_friction() {
  for (const Element& friction : elements("friction"))
    for (Element& joint : elements_["joint"])
      if (joint.set->label(joint.element).name == friction.set->label(friction.element).name) {
        joint.friction = friction.set;
        joint.friction_element = friction.element;
      }
}

const std::vector<MbdynModel::Element>& MbdynModel::elements(std::string_view kind) const {
  static const std::vector<Element> kNone;
  const auto found = elements_.find(kind);
  return found == elements_.end() ? kNone : found->second;
}

}  // namespace pintle
