#include "pintle/lang/mbdyn/model_reader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/quantities.h"

namespace pintle::mbdyn {

namespace {

// Cards of the language that are known and not built yet.
const std::vector<std::string>& cards_to_come() {
  static const std::vector<std::string> kWords{"aerodynamic body",
                                               "aerodynamic beam",
                                               "aerodynamic beam2",
                                               "aerodynamic beam3",
                                               "aeromodal",
                                               "aircraft instruments",
                                               "air properties",
                                               "beam",
                                               "beam2",
                                               "beam3",
                                               "bind",
                                               "bulk",
                                               "electric",
                                               "genel",
                                               "hydraulic",
                                               "induced velocity",
                                               "rotor",
                                               "loadable",
                                               "user defined",
                                               "plate",
                                               "shell4easans",
                                               "membrane4eas",
                                               "solid",
                                               "thermal",
                                               "output element",
                                               "stream output",
                                               "RTAI output",
                                               "joint regularization",
                                               "hydraulic fluid",
                                               "c81 data",
                                               "eigenanalysis",
                                               "rigid body kinematics",
                                               "abstract",
                                               "parameter",
                                               "thermal",
                                               "template"};
  return kWords;
}

// What has no place of its own has that of what it is part of.
void give_place(Value& value, const SourcePlace& place) {
  if (!value.place().is_known()) value.set_place(place);
  const SourcePlace own = value.place();
  if (value.is_map())
    for (ValueEntry& entry : value.as_map()) give_place(entry.value, own);
  else if (value.is_list())
    for (Value& item : value.as_list()) give_place(item, own);
}

}  // namespace

ModelReader::ModelReader(const SchemaRegistry& registry, Diagnostics& diagnostics, IncludedFiles files)
    : diagnostics_(diagnostics),
      files_(std::move(files)),
      vocabulary_(registry),
      in_(cursor_, symbols_, vocabulary_, diagnostics) {
  symbols_.node = [this](std::int64_t label) -> const ReferenceFrame* {
    const auto at = in_.nodes().find(label);
    return at == in_.nodes().end() ? nullptr : &at->second;
  };
  symbols_.bind = quantity_of;
  symbols_.value_at_start = [this](const Binding& binding) -> std::optional<double> {
    const auto node = in_.nodes().find(binding.label);
    if (binding.type != "structural" || node == in_.nodes().end()) return std::nullopt;
    return quantity_at_start(binding, node->second);
  };
  symbols_.drive_called = [this](std::int64_t label, const SourcePlace& place) {
    return in_.drive_called(label, place);
  };
  symbols_.function_called = [this](const std::string& name, const SourcePlace& place) {
    return in_.function_called(name, place);
  };
  symbols_.of_current_element = [this](const std::string& name) { return in_.of_current_joint(name); };
  symbols_.tell = [this](const SourcePlace& place, const std::string& text) {
    diagnostics_.note(place, text);
  };
  symbols_.define_drive = [this](const Value& drive) {
    Card card = card_from_map("drive", drive);
    card.name = fmt::format("drive_in_formula_{}", model_.cards.size());
    card.place = statement_place_;
    model_.cards.push_back(std::move(card));
    return model_.cards.back().name;
  };
}

// MBDYNVARS="real h = 1.e-3; integer n = 4" and MBDYN_real_h=1.e-3
void ModelReader::declare_from_environment() {
  const auto declare = [this](const std::string& variable, const std::string& formula) {
    const SourcePlace place{std::make_shared<const std::string>("$" + variable), 1, 1};
    try {
      const Formula parsed = parse_formula_text(formula, place, diagnostics_);
      within_text(formula, place, [&] { return evaluate(parsed, symbols_); });
    } catch (const CardError& error) {
      diagnostics_.error(place, error.what(), error.advice);
    }
  };
  // As the program does, a string may stand without quotes.
  const auto in_quotes = [](const std::string& text) {
    return text.starts_with('"') ? text : "\"" + text + "\"";
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    const std::string variable(text.substr(0, equals)), value(text.substr(equals + 1));
    if (variable == "MBDYNVARS" && value.find_first_not_of(" ;") != std::string::npos)
      declare(variable, value);
    for (const std::string type : {"integer", "real", "bool", "string"}) {
      const std::string prefix = fmt::format("MBDYN_{}_", type);
      if (variable.starts_with(prefix))
        declare(variable, fmt::format("{} {} = {}", type, variable.substr(prefix.size()),
                                      type == "string" ? in_quotes(value) : value));
    }
  }
}

ModelDesc ModelReader::read(std::string text, std::string file_name) {
  declare_from_environment();
  auto source = std::make_shared<const Source>(std::move(text), std::move(file_name), diagnostics_);
  model_.file = source->place_of(source->tokens().front()).file;
  cursor_.push(std::move(source));
  while (!is_finished_) {
    cursor_.leave_finished_files();
    if (cursor_.is_at_end()) break;
    read_statement();
  }
  if (is_finished_ && !cursor_.is_at_end())
    diagnostics_.note(cursor_.place(), "what follows is not read: the model ends here");
  if (!section_.empty())
    diagnostics_.error(section_place_, fmt::format("the section '{}' does not end", section_),
                       fmt::format("close it with 'end: {};'", section_));
  complete_problem();
  in_.check_postponed();
  if (!diagnostics_.has_errors()) check_counts();  // a card with a mistake has not been counted
  settle_massless_nodes();
  output();  // MBDyn's files are written unless the model says otherwise
  output_frames();
  for (Card& card : model_.cards)
    for (Field& field : card.fields) give_place(field.value, card.place);
  return std::move(model_);
}

void ModelReader::read_statement() {
  statement_place_ = cursor_.place();
  try {
    const std::string words = cursor_.next_card();
    if (words.empty())
      throw CardError(statement_place_, fmt::format("a card was expected, not '{}'", cursor_.peek().text),
                      "cards are written 'keyword: arguments;'");
    cursor_.accept_symbol(":");
    word_ = keyword_of(words);
    name_.clear();
    new_label_.reset();
    in_.forget_other();
    dispatch(words, statement_place_);
  } catch (const CardError& error) {
    if (!error.is_consequence) diagnostics_.error(error.place, error.what(), error.advice);
    if (word_ == "include" || word_ == "set") symbols_.set_gaps();
    recover();
    if (new_label_) declare_in_spite(new_label_->first, new_label_->second);
  }
}

// What a card with a mistake defines is known all the same, so that its users are not told that it is not
// there.
void ModelReader::declare_in_spite(std::string_view kind, std::int64_t label) {
  if (kind == "structural node") in_.nodes().try_emplace(label);
  if (kind == "reference frame") in_.frames().try_emplace(label);
  if (kind == "drive caller") in_.add_label("drive", label);
  if (kind == "file driver") in_.add_file_driver(label);
}

void ModelReader::dispatch(const std::string& words, const SourcePlace& place) {
  for (const Cards* cards : {&general_cards(), &cards_of_section()}) {
    const auto card = cards->find(word_);
    if (card == cards->end()) continue;
    (this->*card->second)();
    return;
  }
  report_unknown_card(words, place);
}

// To the end of the card; a missing semicolon ends where the next card begins.
void ModelReader::recover() {
  int line = -1;
  while (!cursor_.is_at_end()) {
    if (cursor_.accept_symbol(";")) return;
    const bool is_new_line = cursor_.peek().line != line;
    line = cursor_.peek().line;
    if (is_new_line && !cursor_.peek_keyword().empty()) {
      const std::string keyword = cursor_.peek_keyword();
      const bool is_card = general_cards().contains(keyword) || cards_of_section().contains(keyword);
      std::size_t after = 0;
      while (cursor_.peek(after).kind == TokenKind::word || cursor_.peek(after).kind == TokenKind::integer)
        ++after;
      if (is_card && cursor_.is_symbol(":", after)) return;
    }
    cursor_.next();
  }
}

const ModelReader::Cards& ModelReader::cards_of_section() const {
  static const Cards kNone;
  if (is_in("data")) return data_cards();
  if (is_in("initial value")) return problem_cards();
  if (is_in("control data")) return control_cards();
  if (is_in("nodes")) return node_cards();
  if (is_in("drivers")) return driver_cards();
  if (is_in("elements")) return element_cards();
  return kNone;
}

void ModelReader::report_unknown_card(const std::string& words, const SourcePlace& place) const {
  const std::string where =
      section_.empty() ? "outside of all sections" : fmt::format("in the section '{}'", section_);
  for (const std::string& word : cards_to_come())
    if (keyword_of(word) == word_)
      throw CardError(place, fmt::format("the card '{}' is not supported yet", word));
  std::vector<std::string> known;
  for (const Cards* cards : {&general_cards(), &cards_of_section()})
    for (const auto& [keyword, handler] : *cards) known.push_back(keyword);
  if (word_.starts_with("begin") || word_.starts_with("end"))
    throw CardError(place, fmt::format("'{}' needs a ':'", words),
                    "write 'begin: section;' or 'end: section;'");
  const auto nearest = nearest_word(words, known);
  throw CardError(place, fmt::format("there is no card '{}' {}", words, where),
                  nearest ? fmt::format("did you mean '{}'?", *nearest) : "");
}

Card ModelReader::start_card(std::string kind, std::string type, std::int64_t label) {
  Card card;
  card.kind = std::move(kind);
  card.type = std::move(type);
  card.name = fmt::format("{}", label);
  card.place = statement_place_;
  return card;
}

// The label that begins a card, and the name that may follow it.
std::int64_t ModelReader::new_label(std::string_view kind) {
  const SourcePlace place = cursor_.place();
  const std::int64_t label = in_.integer("a label");
  if (label < 0) throw CardError(place, fmt::format("a label cannot be negative, as {} is", label));
  if (!labels_[std::string(kind)].insert(label).second)
    throw CardError(place, fmt::format("there is a {} {} already", kind, label));
  new_label_.emplace(kind, label);
  if (in_.accept("name")) name_ = in_.text("the name");
  return label;
}

Card& ModelReader::single(std::string_view kind, std::string_view type) {
  for (Card& card : model_.cards)
    if (card.kind == kind) return card;
  Card card;
  card.kind = kind;
  card.type = type;
  card.place = statement_place_;
  model_.cards.push_back(std::move(card));
  return model_.cards.back();
}

}  // namespace pintle::mbdyn

namespace pintle {

namespace {

// What a model must say and a part of one need not.
void check_complete(const ModelDesc& model, Diagnostics& diagnostics) {
  const Card* analysis = model.find_single("analysis");
  if (!analysis) {
    diagnostics.error({model.file, 0, 0}, "the model does not say what to solve",
                      "add a section 'begin: initial value;' with initial time, final time and time step");
    return;
  }
  for (const auto& [field, words] : {std::pair{"end_time", "final time"}, std::pair{"step", "time step"}})
    if (!analysis->find(field))
      diagnostics.error(analysis->place, fmt::format("the section 'initial value' has no '{}'", words));
}

}  // namespace

bool looks_like_mbdyn(std::string_view text) {
  constexpr std::string_view kBegin = "begin";
  const auto lower = [&text](std::size_t i) { return std::tolower(static_cast<unsigned char>(text[i])); };
  const auto stands_at = [&](std::size_t at, std::string_view word) {
    for (std::size_t i = 0; i < word.size(); ++i)
      if (at + i >= text.size() || lower(at + i) != word[i]) return false;
    return true;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!stands_at(at, kBegin)) continue;
    std::size_t next = at + kBegin.size();
    bool is_found = true;
    for (const std::string_view word : {":", "data", ";"}) {
      next = std::min(text.find_first_not_of(" \t\r\n\v\f", next), text.size());
      is_found = is_found && stands_at(next, word);
      next += word.size();
    }
    if (is_found) return true;
  }
  return false;
}

std::optional<ModelDesc> read_mbdyn_model_text(std::string text, std::string file_name,
                                               const SchemaRegistry& registry, Diagnostics& diagnostics,
                                               const IncludedFiles& files) {
  return mbdyn::ModelReader(registry, diagnostics, files).read(std::move(text), std::move(file_name));
}

std::optional<ModelDesc> read_mbdyn_model(const std::filesystem::path& path, const SchemaRegistry& registry,
                                          Diagnostics& diagnostics, const UserFiles& files) {
  Result<std::string> text = files.read(path);
  if (!text) {
    diagnostics.error({std::make_shared<const std::string>(path.string()), 0, 0}, text.message());
    return std::nullopt;
  }
  auto model =
      read_mbdyn_model_text(std::move(text).value(), path.string(), registry, diagnostics,
                            [&files](const std::filesystem::path& name) { return files.read(name); });
  if (model && !diagnostics.has_errors()) check_complete(*model, diagnostics);
  return model;
}

}  // namespace pintle
