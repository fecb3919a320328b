#include "pintle/lang/mbdyn/card_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pintle/base/suggest.h"
#include "pintle/math/rotations.h"

namespace pintle::mbdyn {

namespace {

bool is_unit(const Mat3& m) { return m == Mat3::Identity(); }

Value literal(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  if (const std::size_t at = text.find_first_not_of("+-.0123456789e");
      at == std::string_view::npos && !text.empty())
    return std::stod(std::string(text));
  return std::string(text);
}

}  // namespace

Value value_of(const Vec3& v) { return Value::list({v.x(), v.y(), v.z()}); }

Value value_of(const Card& card) {
  ValueMap map{{"type", {}, Value(card.type)}};
  for (const Field& field : card.fields) map.push_back({field.name, field.place, field.value});
  return map;
}

Value value_of(const MatX& m) {
  ValueList rows;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    ValueList row;
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.emplace_back(m(i, j));
    rows.emplace_back(std::move(row));
  }
  return rows;
}

std::string CardReader::name_of(std::string_view kind, std::int64_t label) {
  return fmt::format("{}_{}", kind, label);
}

std::string CardReader::law_name(std::int64_t label, std::size_t dimension) {
  return fmt::format("law_{}_{}d", label, dimension);
}

Card CardReader::read_by_syntax(std::string_view kind, std::string_view what) {
  const SourcePlace place = this->place();
  return read_by_syntax(kind, keyword(what, vocabulary_.words_of(kind), vocabulary_.terms_of(kind)), place);
}

Card CardReader::read_by_syntax(std::string_view kind, const std::string& word, const SourcePlace& place) {
  constexpr int kDeepest = 50;
  struct Level {
    int& depth;
    int& givers;
    int outer_givers;
    const Card*& joint;
    const Card* outer_joint;
    ~Level() {
      --depth;
      givers = outer_givers;
      joint = outer_joint;
    }
  } level{++depth_, givers_, givers_, current_joint_, current_joint_};
  if (kind == "drive" || kind == "law") ++givers_;
  if (depth_ > kDeepest) throw CardError(place, fmt::format("a {} is nested too deeply", kind));
  const Vocabulary::Entry& entry = *vocabulary_.find(kind, keyword_of(word));
  Card card;
  card.kind = entry.schema->kind();
  card.type = entry.schema->type();
  card.place = place;
  const std::string outer = std::exchange(word_, word);
  if (card.kind == "joint") current_joint_ = &card;
  read_fields(entry, card);
  word_ = outer;
  return card;
}

// What is given as a length, or the distance of the points at the start (`from nodes`).
std::optional<double> CardReader::of_current_joint(std::string_view name) const {
  if (name != "L0" || !current_joint_ || current_joint_->type != "rod") return std::nullopt;
  if (const Value* length = current_joint_->find("length")) return length->as_number();
  const Value *a = current_joint_->find("a"), *b = current_joint_->find("b");
  if (!a || !b) return std::nullopt;
  const auto point = [this](const Value& side) {
    const ReferenceFrame& node = nodes_.at(std::stoll(side.find("node")->as_text()));
    Vec3 offset = Vec3::Zero();
    if (const Value* given = side.find("offset"))
      for (Eigen::Index i = 0; i < 3; ++i)
        offset[i] = given->as_list()[static_cast<std::size_t>(i)].as_number();
    return Vec3(node.x + node.R * offset);
  };
  return (point(*b) - point(*a)).norm();
}

void CardReader::read_fields(const Vocabulary::Entry& entry, Card& card) {
  if (!home_) home_ = &kGround;
  read_items(entry.syntax, *entry.schema, card);
  static const std::vector<SyntaxItem> kEveryLaw =
      compile_syntax("[prestress, <prestress>], [prestrain, <prestrain>]");
  if (card.kind != "law") return;
  const SourcePlace place = this->place();
  const bool is_viscous = card.type.starts_with("linear_viscous");
  Card rest = card;
  read_items(kEveryLaw, *entry.schema, is_viscous ? rest : card);
  if (rest.fields.size() > card.fields.size())
    diagnostics().warning(place, "viscous laws have no preload, as in the program: it is left out",
                          "add the preload by a force, or by a viscoelastic law");
}

// A branch that begins with a keyword is taken when that stands here; one that begins with a field when
// anything does.
bool CardReader::stands_here(const std::vector<SyntaxItem>& branch) const {
  if (branch.empty()) return !has_more();
  switch (branch.front().kind) {
    case SyntaxItem::Kind::keyword:
      return is_next(branch.front().text);
    case SyntaxItem::Kind::choice:
      for (const auto& inner : branch.front().branches)
        if (stands_here(inner)) return true;
      return false;
    case SyntaxItem::Kind::assignment:
      return true;
    default:
      return has_more() && !is_option_next();
  }
}

// A word that ends a list of numbers of unknown length.
bool CardReader::is_option_next() const {
  static constexpr std::array<std::string_view, 4> kOptions{"output", "orientation description", "prestress",
                                                            "prestrain"};
  return std::any_of(kOptions.begin(), kOptions.end(),
                     [this](std::string_view word) { return is_next(word); });
}

void CardReader::read_items(const std::vector<SyntaxItem>& items, const CardSchema& schema, Card& card) {
  for (const SyntaxItem& item : items) {
    switch (item.kind) {
      case SyntaxItem::Kind::keyword:
        keyword("keyword", {item.text});
        break;
      case SyntaxItem::Kind::assignment:
        card.set(item.text, literal(item.style));
        break;
      case SyntaxItem::Kind::field: {
        if (const std::size_t dot = item.text.find('.'); dot != std::string::npos) {
          read_offset_of(card, item.text.substr(0, dot));
          break;
        }
        const FieldSchema* found = schema.find(item.text);
        if (!found)
          throw std::logic_error(
              fmt::format("{}: the syntax names the unknown field '{}'", schema.type(), item.text));
        const SourcePlace place = this->place();
        Value value = field(*found, item.style);
        value.set_place(place);
        card.set(item.text, std::move(value));
        break;
      }
      case SyntaxItem::Kind::optional:
        if (stands_here(item.branches.front())) read_items(item.branches.front(), schema, card);
        break;
      case SyntaxItem::Kind::choice: {
        const std::vector<SyntaxItem>* chosen = &item.branches.back();
        for (const auto& branch : item.branches) {
          if (&branch == &item.branches.back() || !stands_here(branch)) continue;
          chosen = &branch;
          break;
        }
        read_items(*chosen, schema, card);
        break;
      }
    }
  }
}

Value CardReader::field(const FieldSchema& schema, std::string_view style) {
  std::string what = schema.name;
  std::replace(what.begin(), what.end(), '_', ' ');
  if (!word_.empty()) what += fmt::format(" of '{}'", word_);
  switch (schema.type) {
    case FieldType::real:
      return real(what);
    case FieldType::integer:
      return integer(what);
    case FieldType::boolean:
      return flag(what);
    case FieldType::text:
      return text(what);
    case FieldType::vector3:
      return value_of(style == "position" ? position_in(*home_, what) : direction_in(*home_, what));
    case FieldType::matrix3:
      return value_of(MatX(matrix3(what)));
    case FieldType::matrix6:
      return value_of(matrix6(what));
    case FieldType::orientation:
      return value_of(MatX(orientation_in(*home_, what)));
    case FieldType::attachment:
      return attachment(style, what);
    case FieldType::node:
      return fmt::format("{}", node_label(what));
    case FieldType::drive:
      return drive(what);
    case FieldType::drive3:
      return vector_drive(3, what);
    case FieldType::card:
    case FieldType::named_card:
      if (!style.empty()) dimension_ = static_cast<std::size_t>(style[0] - '0');
      return nested(schema.kind, what);
    case FieldType::choice:
      return choice(schema);
    case FieldType::square:
      if (dimension_ == 1) return real(what);
      if (style == "isotropic" || (style == "either" && !is_matrix_next())) {
        const auto n = static_cast<Eigen::Index>(dimension_);
        return value_of(MatX(real(what) * MatX::Identity(n, n)));
      }
      return value_of(dimension_ == 3 ? MatX(matrix3(what)) : matrix6(what));
    case FieldType::reals:
      return several(style, what, [&] { return Value(real(what)); });
    case FieldType::table:
      return several(style, what,
                     [&] { return list(schema.columns.size(), [&] { return Value(real(what)); }); });
    case FieldType::named_cards:
      return several(style, what, [&] { return nested(schema.kind, what); });
    case FieldType::drives:
      return drives(style, what);
    default:
      throw std::logic_error(fmt::format("the field '{}' has no form in MBDyn's language", schema.name));
  }
}

// Choices of several words have blanks here.
Value CardReader::choice(const FieldSchema& schema) {
  std::vector<std::string> words = schema.choices;
  for (std::string& word : words) std::replace(word.begin(), word.end(), '_', ' ');
  std::string word = keyword(schema.name, words);
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

// A list; `rest` goes on to the end of the card, or to the word `end`.
template <class Read>
Value CardReader::several(std::string_view style, std::string_view what, Read&& read) {
  if (style != "rest") return list(count_of(style, what), read);
  ValueList values;
  while (has_more() && !accept("end")) values.push_back(read());
  return values;
}

// How many entries a list has: a number, `dim` as many as the law has dimensions, or as the card says first.
std::size_t CardReader::count_of(std::string_view style, std::string_view what) {
  if (style == "dim") return dimension_;
  if (style != "count") return static_cast<std::size_t>(style[0] - '0');
  const SourcePlace place = this->place();
  const std::int64_t count = integer(fmt::format("the number of {}", what));
  if (count < 1 || count > 10'000'000)
    throw CardError(place, fmt::format("{} is no number of {}", count, what));
  return static_cast<std::size_t>(count);
}

// Several drives; or, without a style, one that has as many components as the law.
Value CardReader::drives(std::string_view style, std::string_view what) {
  if (!style.empty()) return several(style, what, [&] { return drive(what); });
  if (dimension_ == 1) return list(1, [&] { return drive(what); });
  return vector_drive(dimension_, what);
}

std::int64_t CardReader::node_label(std::string_view what) {
  const SourcePlace place = this->place();
  const std::int64_t label = integer(fmt::format("the label of a node ({})", what));
  if (!nodes_.contains(label))
    throw CardError(place, fmt::format("there is no structural node {} before this line", label));
  home_ = &nodes_[label];
  return label;
}

// Styles
//   (none)  a node, an offset and perhaps axes       node   a node
//   axes    a node and perhaps axes                  point  a node and perhaps an offset
//   line    a node, an offset and axes               plane  a node, an offset and the direction of axis 3
//   pin     the ground: a place and perhaps axes     here   the ground, by default where the node is
Value CardReader::attachment(std::string_view style, std::string_view what) {
  const bool is_ground = style == "pin" || style == "here";
  const ReferenceFrame here = style == "here" ? *home_ : kGround;
  ValueMap map;
  const auto add = [&map](const char* key, Value value) { map.push_back({key, {}, std::move(value)}); };
  if (is_ground) home_ = &kGround;
  add("node", is_ground ? std::string("ground") : fmt::format("{}", node_label(what)));

  Vec3 offset = here.x;
  Mat3 axes = here.R;
  const auto stands = [this](std::string_view a, std::string_view b) { return accept(a) || accept(b); };
  const bool has_offset = style.empty() || style == "pin" || style == "line" || style == "plane";
  if (style == "here") {
    // `node`, the place of the node, is the default; the words before may be left out.
    const auto is_given = [&](std::string_view word) {
      return (accept(word) || (has_more() && !is_next("orientation") && !is_next("output"))) &&
             !accept("node");
    };
    if (is_given("position")) offset = position_in(kGround, "the position");
    if (is_given("orientation")) axes = orientation_in(kGround, "the orientation");
  } else if (style != "node") {
    if (stands("position", "offset") || has_offset) offset = position_in(*home_, "the offset");
    if (style == "plane") {
      const SourcePlace place = this->place();
      const auto turned = matrix_from_one_vector(3, direction_in(*home_, "the normal"));
      if (!turned) throw CardError(place, "the normal has no length");
      axes = *turned;
    } else if (stands("orientation", "hinge") || style == "line") {
      axes = orientation_in(*home_, "the orientation");
    }
  }
  if (!offset.isZero(0.0)) add("offset", value_of(offset));
  if (!is_unit(axes)) add("orientation", value_of(MatX(axes)));
  set_other(*home_, offset, axes);
  return map;
}

// <a.offset>: the offset of an attachment that has been read without one.
void CardReader::read_offset_of(Card& card, const std::string& attachment) {
  ValueMap map = card.find(attachment)->as_map();
  const std::int64_t node = std::stoll(map.front().value.as_text());
  map.push_back({"offset", place(), value_of(position_in(nodes_[node], "the offset"))});
  card.set(attachment, std::move(map));
}

Value CardReader::nested(std::string_view kind, std::string_view what) {
  if (kind == "function") return function(what);
  if (accept("reference")) return referred(kind);
  return value_of(read_by_syntax(kind, fmt::format("type of {}", kind)));
}

Value CardReader::referred(std::string_view kind) {
  const SourcePlace place = this->place();
  if (kind == "drive") return drive_called(integer("the label of a drive caller"), place);
  const std::int64_t label = integer("the label of a constitutive law");
  const auto law = laws_.find({label, dimension_});
  if (law != laws_.end()) return law->second;
  for (const std::size_t other : {1, 3, 6})
    if (has_law(label, other))
      throw CardError(place, fmt::format("constitutive law {} has dimension {}, but {} is needed here", label,
                                         other, dimension_));
  throw CardError(place, fmt::format("there is no constitutive law {} before this line", label));
}

std::string CardReader::drive_called(std::int64_t label, const SourcePlace& place) const {
  std::string name = name_of("drive", label);
  if (labels_.contains(name)) return name;
  throw CardError(place, fmt::format("there is no drive caller {} before this line", label),
                  "'postponed' refers to one that comes later");
}

void CardReader::check_postponed() {
  for (const auto& [label, place] : postponed_)
    if (!labels_.contains(name_of("drive", label)))
      diagnostics().error(place, fmt::format("there is no drive caller {}", label));
}

std::string CardReader::function_called(const std::string& name, const SourcePlace& place) const {
  if (function_names_.contains(name)) return name;
  throw CardError(place, fmt::format("there is no scalar function \"{}\" before this line", name),
                  did_you_mean(name, std::vector(function_names_.begin(), function_names_.end())));
}

// Scalar functions are known by name; one that is not may be defined where it is used.
Value CardReader::function(std::string_view what) {
  if (accept("null")) return 0.0;
  const SourcePlace place = this->place();
  const std::string name = text(what);
  if (function_names_.contains(name) || !vocabulary_.find("function", next_words()))
    return function_called(name, place);
  return value_of(read_by_syntax("function", "type of scalar function"));
}

}  // namespace pintle::mbdyn
