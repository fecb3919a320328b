#include "pintle/lang/mbdyn/card_reader.h"

#include <fmt/format.h>

#include "pintle/base/suggest.h"
#include "pintle/math/rotations.h"

namespace pintle::mbdyn {

namespace {

const ReferenceFrame kGround;

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

Vocabulary::Vocabulary(const SchemaRegistry& registry) {
  for (const CardSchema& schema : registry.schemas()) {
    Kind& kind = kinds_[schema.kind()];
    for (const MbdynSpelling& spelling : schema.mbdyn_spellings()) {
      const auto entry = std::make_shared<const Entry>(Entry{&schema, compile_syntax(spelling.syntax)});
      for (const std::string& word : spelling.keywords) {
        kind.entries[keyword_of(word)] = entry;
        kind.words.push_back(word);
      }
    }
  }
}

const Vocabulary::Entry* Vocabulary::find(std::string_view kind, std::string_view keyword) const {
  const auto of_kind = kinds_.find(kind);
  if (of_kind == kinds_.end()) return nullptr;
  const auto entry = of_kind->second.entries.find(keyword);
  return entry == of_kind->second.entries.end() ? nullptr : entry->second.get();
}

std::vector<std::string> Vocabulary::words_of(std::string_view kind) const {
  const auto at = kinds_.find(kind);
  return at == kinds_.end() ? std::vector<std::string>{} : at->second.words;
}

Value value_of(const Vec3& v) { return Value::list({v.x(), v.y(), v.z()}); }

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

Card CardReader::read_by_syntax(std::string_view kind, std::string_view what) {
  const SourcePlace place = this->place();
  const std::string word = keyword(what, vocabulary_.words_of(kind));
  const Vocabulary::Entry& entry = *vocabulary_.find(kind, keyword_of(word));
  Card card;
  card.kind = entry.schema->kind();
  card.type = entry.schema->type();
  card.place = place;
  read_fields(entry, card);
  return card;
}

void CardReader::read_fields(const Vocabulary::Entry& entry, Card& card) {
  if (!home_) home_ = &kGround;
  read_items(entry.syntax, *entry.schema, card);
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
      return has_more() && !is_next("output");
  }
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
  const std::string what = schema.doc.empty() ? schema.name : schema.name + " (" + schema.doc + ")";
  switch (schema.type) {
    case FieldType::real:
      return real(schema.name);
    case FieldType::integer:
      return integer(schema.name);
    case FieldType::boolean:
      return flag(schema.name);
    case FieldType::text:
      return text(schema.name);
    case FieldType::vector3:
      return value_of(style == "position" ? position_in(*home_, schema.name)
                                          : direction_in(*home_, schema.name));
    case FieldType::matrix3:
      return value_of(MatX(matrix3(schema.name)));
    case FieldType::matrix6:
      return value_of(matrix6(schema.name));
    case FieldType::orientation:
      return value_of(MatX(orientation_in(*home_, schema.name)));
    case FieldType::attachment:
      return attachment(style, schema.name);
    case FieldType::node:
      return fmt::format("{}", node_label(schema.name));
    case FieldType::drive:
      return drive(schema.name);
    case FieldType::drive3:
      return drive3(schema.name);
    case FieldType::card:
    case FieldType::named_card:
      if (!style.empty()) dimension_ = static_cast<std::size_t>(style[0] - '0');
      return nested(schema.kind, schema.name);
    case FieldType::choice:
      return keyword(schema.name, schema.choices);
    case FieldType::square:
      if (dimension_ == 1) return real(schema.name);
      return value_of(dimension_ == 3 ? MatX(matrix3(schema.name)) : matrix6(schema.name));
    case FieldType::reals:
      return list(count_of(style, schema.name), [&] { return Value(real(schema.name)); });
    case FieldType::table:
      return list(count_of(style, schema.name),
                  [&] { return list(schema.columns.size(), [&] { return Value(real(schema.name)); }); });
    case FieldType::drives:
      return drives(style, schema.name);
    default:
      throw std::logic_error(fmt::format("the field '{}' has no form in MBDyn's language", schema.name));
  }
}

template <class Read>
Value CardReader::list(std::size_t count, Read&& read) {
  ValueList values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(read());
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
  if (!style.empty()) return list(count_of(style, what), [&] { return drive(what); });
  if (dimension_ == 1) return list(1, [&] { return drive(what); });
  if (dimension_ == 3) return drive3(what);
  accept("single");
  const std::vector<double> vector = numbers(what, dimension_);
  ValueList direction(vector.begin(), vector.end());
  if (!has_more() || is_next("prestrain") || is_next("output")) return direction;  // a prestress has no drive
  return Value::map({{"vector", Value(std::move(direction))}, {"drive", drive(what)}});
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
  set_other({home_->x + home_->R * offset, home_->R * axes, home_->v, home_->w});
  return map;
}

Value CardReader::nested(std::string_view kind, std::string_view what) {
  if (kind == "function") return text(what);  // scalar functions are known by name
  if (accept("reference")) {
    const std::int64_t label = integer(fmt::format("the label of a {}", kind));
    return name_of(kind, label);
  }
  const Card card = read_by_syntax(kind, fmt::format("type of {}", kind));
  ValueMap map{{"type", {}, Value(card.type)}};
  for (const Field& field : card.fields) map.push_back({field.name, field.place, field.value});
  return map;
}

// A number, or one of the words.
Value CardReader::drive(std::string_view what) {
  const bool is_word = vocabulary_.find("drive", next_words()) != nullptr || is_next("reference");
  if (is_next("string")) {
    accept("string");
    const SourcePlace at = place();
    const std::string content = text("the formula");
    return to_expression(parse_formula_text(content, at, diagnostics()), symbols());
  }
  if (is_word) {
    const Value card = nested("drive", what);
    const Value* type = card.find("type");
    return type && type->as_text() == "constant" ? *card.find("value") : card;
  }
  const std::string words = next_words();
  if (!words.empty() && !symbols().find(cursor().peek().text))
    return nested("drive", what);  // says what is wrong
  return real(what);
}

// single, direction, drive; component, three drives; array, n, ...; or the direction and the drive alone.
Value CardReader::drive3(std::string_view what) {
  if (accept("null") || accept("zero")) return Value::list({0.0, 0.0, 0.0});
  if (accept("component")) {
    ValueList three;
    for (int i = 0; i < 3; ++i) three.push_back(accept("inactive") ? Value(0.0) : drive(what));
    return three;
  }
  accept("single");
  const Vec3 direction = direction_in(home_ ? *home_ : kGround, "the direction");
  if (!has_more() || is_next("prestrain") || is_next("output")) return value_of(direction);  // a constant
  Value along = drive(what);
  if (along.is_number()) return value_of(Vec3(along.as_number() * direction));
  return Value::map({{"vector", value_of(direction)}, {"drive", std::move(along)}});
}

}  // namespace pintle::mbdyn
