// Cards that may stand anywhere.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

const ModelReader::Cards& ModelReader::general_cards() {
  static const Cards kCards{{"begin", &ModelReader::begin_section},
                            {"end", &ModelReader::end_section},
                            {"include", &ModelReader::include},
                            {"set", &ModelReader::set},
                            {"setenv", &ModelReader::set_environment},
                            {"remark", &ModelReader::remark},
                            {"reference", &ModelReader::reference},
                            {"drive caller", &ModelReader::drive_caller},
                            {"constitutive law", &ModelReader::constitutive_law},
                            {"scalar function", &ModelReader::scalar_function},
                            {"print symbol table", &ModelReader::print_symbol_table},
                            {"template drive caller", &ModelReader::template_drive_caller},
                            {"exit", &ModelReader::exit},
                            {"license", &ModelReader::show_licence},
                            {"warranty", &ModelReader::show_warranty},
                            {"module load", &ModelReader::refuse_module}};
  return kCards;
}

void ModelReader::begin_section() {
  const SourcePlace place = cursor_.place();
  static const std::vector<std::string> kSections{"data",  "initial value", "multistep", "control data",
                                                  "nodes", "drivers",       "elements"};
  std::string section = in_.keyword("section", kSections);
  if (section == "multistep") section = "initial value";
  if (!section_.empty())
    diagnostics_.error(place, fmt::format("the section '{}' begins inside of '{}'", section, section_),
                       fmt::format("close that with 'end: {};' first", section_));
  in_.end_card();
  section_ = section;
  section_place_ = place;
}

void ModelReader::end_section() {
  const SourcePlace place = cursor_.place();
  const std::string given = in_.next_words();
  std::string section = in_.keyword(
      "section", {"data", "initial value", "multistep", "control data", "nodes", "drivers", "elements"});
  if (section == "multistep") section = "initial value";
  if (section != section_)
    throw CardError(place, section_.empty()
                               ? fmt::format("no section '{}' is open here", section)
                               : fmt::format("the section '{}' is open here, not '{}'", section_, section));
  in_.end_card();
  section_.clear();
  if (section == "elements") is_finished_ = true;  // as in the program, what follows is not read
}

void ModelReader::exit() {
  in_.end_card();
  is_finished_ = true;
}

void ModelReader::include() {
  const SourcePlace place = cursor_.place();
  const std::filesystem::path given = in_.file_name("the name of the file");
  in_.end_card();
  const std::filesystem::path path =
      given.is_absolute() ? given : std::filesystem::path(cursor_.file()).parent_path() / given;
  const std::string name = path.lexically_normal().string();
  if (cursor_.is_open(name))
    throw CardError(place, fmt::format("'{}' includes itself", name),
                    "files are read once per include, from the top");
  Result<std::string> content = files_(path);
  if (!content)
    throw CardError(place, fmt::format("the file '{}' cannot be read: {}", name, content.message()),
                    "names are taken from the folder of the file that includes them");
  count_include(content->size(), place);
  cursor_.push(std::make_shared<const Source>(std::move(content).value(), name, diagnostics_));
}

// Files that include others twice, at several levels, would have no end.
void ModelReader::count_include(std::size_t bytes, const SourcePlace& place) {
  constexpr int kMost = 10'000;
  included_bytes_ += bytes;
  if (++includes_ <= kMost && included_bytes_ <= UserFiles::kLargest) return;
  CardError error(place,
                  includes_ > kMost ? fmt::format("more than {} files are included", kMost)
                                    : "more than 1 GiB of text is included",
                  "a file that is included twice is read twice, with all that it includes");
  error.is_consequence = std::exchange(has_too_many_includes_, true);
  throw error;
}

void ModelReader::set() {
  while (in_.has_more()) in_.scalar("a formula");
  in_.end_card();
}

void ModelReader::set_environment() {
  const bool overwrites = (in_.accept("overwrite") || in_.accept("override")) &&
                          (cursor_.peek().kind == TokenKind::text || in_.flag("overwrite"));
  const SourcePlace place = cursor_.place();
  const std::string text = in_.text("NAME=value");
  in_.end_card();
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty()) throw CardError(place, "the environment variable has no name");
  if (equals == std::string::npos)
    in_.set_environment(name, std::nullopt);
  else if (overwrites || !in_.environment(name))
    in_.set_environment(name, text.substr(equals + 1));
}

void ModelReader::remark() {
  std::string text;
  while (in_.has_more()) {
    const Scalar value = in_.scalar("a formula");
    const auto* words = std::get_if<std::string>(&value);
    text += (text.empty() ? "" : ", ") + (words ? *words : to_text(value));
  }
  in_.end_card();
  diagnostics_.note(statement_place_, text);
}

void ModelReader::reference() {
  const std::int64_t label = new_label("reference frame");
  ReferenceFrame frame;
  if (in_.accept("Denavit Hartenberg")) {
    frame = in_.denavit_hartenberg();
  } else {
    in_.accept("position");
    frame.x = in_.position_in(kGround, "the position");
    in_.accept("orientation");
    frame.R = in_.orientation_in(kGround, "the orientation");
    in_.accept("velocity");
    if (in_.has_more()) frame.v = in_.velocity(frame.x, "the velocity");
    in_.accept("angular velocity");
    if (in_.has_more()) frame.w = in_.angular_velocity("the angular velocity");
  }
  in_.end_card();
  in_.frames()[label] = frame;
}

void ModelReader::drive_caller() {
  const std::int64_t label = new_label("drive caller");
  const SourcePlace place = cursor_.place();
  const Value value = in_.inner_drive("the drive");
  if (in_.accept("output") && in_.flag("output"))
    diagnostics_.note(place, "drives are not written; a scalar quantity of the results may show them");
  in_.end_card();
  Card card;
  if (value.is_map()) {
    card = card_from_map("drive", value);
  } else {
    card.kind = "drive";
    card.type = value.is_text() ? "expression" : "constant";
    card.set(value.is_text() ? "expression" : "value", value);
  }
  in_.add_label("drive", label);
  card.name = CardReader::name_of("drive", label);
  card.place = place;
  model_.cards.push_back(std::move(card));
}

// template drive caller: label, dimension, drive of so many components
void ModelReader::template_drive_caller() {
  const std::int64_t label = new_label("template drive caller");
  const SourcePlace place = cursor_.place();
  const std::int64_t dimension = in_.integer("the dimension");
  if (dimension != 1 && dimension != 3 && dimension != 6)
    throw CardError(place, fmt::format("template drives have 1, 3 or 6 components here, not {}", dimension));
  in_.read_template_drive(label, static_cast<std::size_t>(dimension));
  in_.end_card();
}

const ModelReader::Cards& ModelReader::driver_cards() {
  static const Cards kCards{{"file", &ModelReader::file_driver}};
  return kCards;
}

void ModelReader::file_driver() {
  in_.read_file_driver(new_label("file driver"));
  in_.end_card();
}

void ModelReader::constitutive_law() {
  const SourcePlace label_place = cursor_.place();
  const std::int64_t label = in_.integer("a label");
  if (in_.accept("name")) in_.text("the name");
  const SourcePlace place = cursor_.place();
  const std::int64_t dimension = in_.integer("the dimension");
  if (dimension != 1 && dimension != 3 && dimension != 6)
    throw CardError(place, fmt::format("laws have 1, 3 or 6 dimensions, not {}", dimension));
  // Labels are those of a dimension.
  const auto size = static_cast<std::size_t>(dimension);
  if (in_.has_law(label, size))
    throw CardError(label_place,
                    fmt::format("there is a constitutive law {} of dimension {} already", label, size));
  in_.add_law(label, size);
  in_.set_dimension(size);
  if (in_.is_next("reference")) {
    in_.add_law(label, size, in_.nested("law", "the law").as_text());
    return in_.end_card();
  }
  Card card = in_.read_by_syntax("law", "constitutive law");
  in_.end_card();
  card.set("dim", dimension);
  card.name = CardReader::law_name(label, size);
  model_.cards.push_back(std::move(card));
}

void ModelReader::scalar_function() {
  const std::string name = in_.text("the name");
  Card card = in_.read_by_syntax("function", "scalar function");
  in_.end_card();
  in_.add_function(name);
  card.name = name;
  model_.cards.push_back(std::move(card));
}

void ModelReader::print_symbol_table() {
  if (in_.has_more()) in_.keyword("list of variables", {"all"});
  in_.end_card();
  std::string text = "variables:";
  for (const std::string& name : symbols_.names())
    text += fmt::format(" {} = {};", name, to_text(symbols_.find(name)->value));
  diagnostics_.note(statement_place_, text);
}

void ModelReader::show_licence() {
  in_.end_card();
  diagnostics_.note(statement_place_, "Pintle is free software under the 3-clause BSD licence; see LICENSE");
}

void ModelReader::show_warranty() {
  in_.end_card();
  diagnostics_.note(statement_place_, "Pintle comes without any warranty; see LICENSE");
}

void ModelReader::refuse_module() {
  const std::string name = in_.text("the name of the module");
  throw CardError(statement_place_, fmt::format("'module load' is not supported yet (module \"{}\")", name));
}

}  // namespace pintle::mbdyn
