// ModelReader: the statements of a model in MBDyn's language, section by section.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/card_reader.h"

namespace pintle::mbdyn {

class ModelReader {
 public:
  ModelReader(const SchemaRegistry& registry, Diagnostics& diagnostics);

  ModelDesc read(std::string text, std::string file_name);

 private:
  using Handler = void (ModelReader::*)();
  using Cards = std::map<std::string, Handler, std::less<>>;  // by keyword

  void read_statement();
  void dispatch(const std::string& words, const SourcePlace& place);
  void recover();
  [[noreturn]] void report_unknown_card(const std::string& words, const SourcePlace& place) const;
  const Cards& cards_of_section() const;
  bool is_in(std::string_view section) const { return section_ == section; }

  // Everywhere (general_cards.cpp).
  static const Cards& general_cards();
  void begin_section();
  void end_section();
  void include();
  void set();
  void set_environment();
  void remark();
  void reference();
  void drive_caller();
  void constitutive_law();
  void scalar_function();
  void print_symbol_table();
  void show_licence();
  void show_warranty();
  void refuse_module();

  // The problem (problem_cards.cpp).
  static const Cards& data_cards();
  static const Cards& problem_cards();
  void problem();
  void initial_time();
  void final_time();
  void time_step();
  void smallest_time_step();
  void largest_time_step();
  void strategy();
  void tolerance();
  void most_iterations();
  void method();
  void linear_solver();
  void accept_without_effect();

  // Control data (control_cards.cpp).
  static const Cards& control_cards();
  void title();
  void count();
  void count_gravity();
  void check_counts();
  void accept_with_note();
  void assembly_tolerance();
  void assembly_iterations();
  void skip_assembly();
  void use_in_assembly();
  void print();
  void restart_file();
  void default_output();
  void default_orientation();
  void output_precision();
  void output_frequency();
  void output_meter();
  void output_results();
  void kind_of_model();
  Card& output();  // the card that says what is written
  std::string orientation_description();
  void set_output_item(std::string_view kind, std::string_view name, const char* field, Value value);
  void output_list(const std::map<std::string, std::string, std::less<>>& kinds);

  // Nodes (node_cards.cpp).
  static const Cards& node_cards();
  void structural_node();
  void node_output();

  // Elements (element_cards.cpp, load_cards.cpp).
  static const Cards& element_cards();
  void joint();
  void body();
  void gravity();
  void force();
  void couple();
  void element_output();
  Card load_between(std::string_view type);

  Card start_card(std::string kind, std::string type, std::int64_t label);
  std::int64_t new_label(std::string_view kind);
  void finish_element(Card card);
  Card& single(std::string_view kind, std::string_view type);

  const SchemaRegistry& registry_;
  Diagnostics& diagnostics_;
  Vocabulary vocabulary_;
  SymbolTable symbols_;
  Cursor cursor_;
  CardReader in_;

  ModelDesc model_;
  std::string section_;        // "" between sections
  SourcePlace section_place_;  // where it began
  std::string word_;           // the keyword of the present statement
  SourcePlace statement_place_;
  std::string name_;              // of the present element, when it has one
  bool is_static_model_ = false;  // `model: static`
  std::map<std::string, std::pair<std::int64_t, SourcePlace>, std::less<>> counts_;  // declared
  std::map<std::string, std::set<std::int64_t>, std::less<>> labels_;                // by kind
};

}  // namespace pintle::mbdyn
