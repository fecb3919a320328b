// Joints; those whose spelling is not a plain list of fields are read here.
#include <fmt/format.h>

#include <algorithm>

#include "pintle/lang/mbdyn/model_reader.h"
#include "pintle/math/rotations.h"

namespace pintle::mbdyn {

namespace {

// The offset of a side, and the axes in which its position and its rotation are seen.
struct Side {
  std::string node;
  Vec3 offset = Vec3::Zero();
  Mat3 position_axes = Mat3::Identity(), rotation_axes = Mat3::Identity();

  Value attachment(const Mat3& axes) const {
    ValueMap map{{"node", {}, Value(node)}};
    if (!offset.isZero(0.0)) map.push_back({"offset", {}, value_of(offset)});
    if (!axes.isIdentity(0.0)) map.push_back({"orientation", {}, value_of(MatX(axes))});
    return map;
  }
};

// `first` is the side read before, if there is one.
void read_axes(CardReader& in, const ReferenceFrame& home, Side& side, const Side* first) {
  if (in.accept("position")) side.offset = in.position_in(home, "the position");
  if (first) in.set_other_axes(first->position_axes);
  if (in.accept("position orientation"))
    side.position_axes = in.orientation_in(home, "the position orientation");
  if (first) in.set_other_axes(first->rotation_axes);
  if (in.accept("rotation orientation"))
    side.rotation_axes = in.orientation_in(home, "the rotation orientation");
  in.set_other(home, side.offset, side.rotation_axes);
}

Side node_side(CardReader& in, const Side* first = nullptr) {
  Side side;
  const std::int64_t label = in.node_label("the node");
  side.node = fmt::format("{}", label);
  read_axes(in, in.nodes()[label], side, first);
  return side;
}

Side ground_side(CardReader& in, const Side& first) {
  Side side;
  side.node = "ground";
  read_axes(in, kGround, side, &first);
  return side;
}

// Three words that say what is held; `held` is what `active` means. Whether one is a rate.
bool read_statuses(CardReader& in, Card& card, std::string_view fields, const std::string& held,
                   const std::string& rate) {
  bool has_rate = false;
  for (int i = 1; i <= 3; ++i) {
    std::string status = "inactive";
    if (in.is_formula_next())
      status = in.flag("whether the component is active") ? "active" : "inactive";
    else
      status = in.keyword("status of a component", {"inactive", "active", held, rate});
    if (status == "inactive") continue;
    has_rate = has_rate || status == rate;
    std::string word = status == "active" ? held : status;
    if (word == "angular velocity") word = "angular_velocity";
    card.set(fmt::format("{}_{}", fields, i), word);
  }
  return has_rate;
}

bool holds_nothing(const Card& card) {
  if (card.type != "total_joint") return false;
  return std::none_of(card.fields.begin(), card.fields.end(), [](const Field& field) {
    return field.name.starts_with("along_") || field.name.starts_with("about_");
  });
}

}  // namespace

void ModelReader::joint() {
  static const std::map<std::string, Card (ModelReader::*)(const std::string&), std::less<>> kSpecial{
      {"total joint", &ModelReader::total_joint},
      {"total pin joint", &ModelReader::total_joint},
      {"imposed displacement", &ModelReader::imposed_displacement},
      {"imposed displacement pin", &ModelReader::imposed_displacement}};
  static const std::vector<std::string> kToCome{"beam slider",
                                                "modal",
                                                "gimbal hinge",
                                                "imposed orientation",
                                                "imposed orientation pin",
                                                "invariant deformable displacement joint",
                                                "point contact",
                                                "rod bezier",
                                                "screw",
                                                "total equation",
                                                "total internal reaction"};
  const std::int64_t label = new_label("joint");
  std::vector<std::string> words = vocabulary_.words_of("joint");
  for (const auto& [word, reader] : kSpecial) words.push_back(word);
  words.insert(words.end(), kToCome.begin(), kToCome.end());
  const SourcePlace place = cursor_.place();
  const std::string word = in_.keyword("type of joint", words, vocabulary_.terms_of("joint"));
  if (std::find(kToCome.begin(), kToCome.end(), word) != kToCome.end())
    throw CardError(place, fmt::format("the joint '{}' is not supported yet", word));
  const auto special = kSpecial.find(word);
  Card card =
      special != kSpecial.end() ? (this->*special->second)(word) : in_.read_by_syntax("joint", word, place);
  card.name = fmt::format("{}", label);
  card.place = statement_place_;
  finish_element(std::move(card));
  if (holds_nothing(model_.cards.back())) {
    diagnostics_.warning(statement_place_, fmt::format("the joint {} holds nothing and is left out", label),
                         "all its components are inactive");
    model_.cards.pop_back();
  }
}

// total joint: two nodes; total pin joint: a node and the ground. Each side with [position], [position
// orientation], [rotation orientation]; then [position constraint, three words, drive], [orientation
// constraint, three words, drive].
Card ModelReader::total_joint(const std::string& word) {
  Side a, b;
  ReferenceFrame home;  // of the first side: vectors are given in its axes, or taken into them
  if (word == "total joint") {
    a = node_side(in_);
    home = in_.nodes()[std::stoll(a.node)];
    b = node_side(in_, &a);
  } else {
    b = node_side(in_);
    a = ground_side(in_, b);
  }
  Card card = start_card("joint", "total_joint", 0);
  card.set("a", a.attachment(a.position_axes));
  card.set("b", b.attachment(b.rotation_axes));
  if (!a.rotation_axes.isApprox(a.position_axes, 0.0))
    card.set("rotation_axes", value_of(MatX(a.rotation_axes)));
  const auto seen_from = [&](const Mat3& axes) {
    return ReferenceFrame{home.x + home.R * a.offset, home.R * axes, home.v, home.w};
  };
  if (in_.accept("position constraint")) {
    const bool has_rate = read_statuses(in_, card, "along", "position", "velocity");
    const SourcePlace place = cursor_.place();
    const ReferenceFrame frame = seen_from(a.position_axes);
    const Value drive = in_.drive3_in(frame, "the position").set_place(place);
    card.set("position", drive);
    if (has_rate) card.set("velocity", drive);
  }
  if (in_.accept("orientation constraint")) {
    const bool has_rate = read_statuses(in_, card, "about", "rotation", "angular velocity");
    const SourcePlace place = cursor_.place();
    const ReferenceFrame frame = seen_from(a.rotation_axes);
    const Value drive = in_.drive3_in(frame, "the rotation").set_place(place);
    card.set("rotation", drive);
    if (has_rate) card.set("angular_velocity", drive);
  }
  return card;
}

// imposed displacement: node, offset, node, offset, direction, drive; imposed displacement pin: node, offset,
// place, direction, drive. As the program does, all three components are held, and the length of the
// direction counts.
Card ModelReader::imposed_displacement(const std::string& word) {
  const auto offset = [this](std::int64_t node) {
    in_.accept("position");
    return in_.position_in(in_.nodes()[node], "the offset");
  };
  const std::int64_t first = in_.node_label("the node");
  Side a, b;
  a.node = fmt::format("{}", first);
  a.offset = offset(first);
  const ReferenceFrame* home = &in_.nodes()[first];
  if (word == "imposed displacement") {
    const std::int64_t second = in_.node_label("the second node");
    b.node = fmt::format("{}", second);
    b.offset = offset(second);
  } else {
    b = a;
    a.node = "ground";
    in_.accept("position");
    a.offset = in_.position_in(kGround, "the position");
    home = &kGround;
  }
  const SourcePlace place = cursor_.place();
  const Vec3 direction = in_.direction_in(*home, "the direction");
  if (direction.isZero(0.0)) throw CardError(place, "the direction has no length");
  Card card = start_card("joint", "total_joint", 0);
  card.set("a", a.attachment(Mat3::Identity()));
  card.set("b", b.attachment(Mat3::Identity()));
  for (const char* along : {"along_1", "along_2", "along_3"}) card.set(along, "position");
  card.set("position",
           Value::map({{"vector", value_of(direction)}, {"drive", in_.drive("the displacement")}}));
  return card;
}

}  // namespace pintle::mbdyn
