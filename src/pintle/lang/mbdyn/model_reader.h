// ModelReader: the statements of a model in MBDyn's language, section by section.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/card_reader.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle::mbdyn {

class ModelReader {
 public:
  ModelReader(const SchemaRegistry& registry, Diagnostics& diagnostics, IncludedFiles files);

  ModelDesc read(std::string text, std::string file_name);

 private:
  using Handler = void (ModelReader::*)();
  using Cards = std::map<std::string, Handler, KeywordLess>;  // by the words of the card

  void declare_from_environment();
  void read_statement();
  void dispatch(const std::string& words, const SourcePlace& place);
  void recover();
  void declare_in_spite(std::string_view kind, std::int64_t label);
  [[noreturn]] void report_unknown_card(const std::string& words, const SourcePlace& place) const;
  const Cards& cards_of_section() const;
  bool is_in(std::string_view section) const { return section_ == section; }

  // Everywhere (general_cards.cpp).
  static const Cards& general_cards();
  void begin_section();
  void end_section();
  void include();
  void count_include(std::size_t bytes, const SourcePlace& place);
  void set();
  void set_environment();
  void remark();
  void reference();
  void drive_caller();
  void template_drive_caller();
  void exit();
  void constitutive_law();
  void scalar_function();
  void print_symbol_table();
  void show_licence();
  void show_warranty();
  void refuse_module();

  // The problem (problem_cards.cpp, solution_cards.cpp).
  static const Cards& data_cards();
  static const Cards& problem_cards();
  void problem();
  void initial_time();
  void final_time();
  void time_step();
  void smallest_time_step();
  void largest_time_step();
  void strategy();
  void abort_after();
  void solution_output();
  void solution_output_meter();
  void set_analysis(std::string field, Value value, const SourcePlace& place);
  void complete_problem();
  void complete_last_step(Card& analysis);
  void complete_tolerance();
  struct Method {
    std::string name;
    std::optional<Value> radius;
    std::optional<std::int64_t> order;
  };
  Method read_method();
  void method();
  void tolerance();
  void most_iterations();
  void modify_residual_test();
  void enforce_constraints();
  void nonlinear_solver();
  void newton_raphson();
  void newton_options();
  void linear_solver();
  void linear_solver_option();
  void scale_option();
  void threads();
  void real_time();
  void derivatives_coefficient();
  void number_without_use();
  void dummy_steps();
  void dummy_steps_method();
  void set_solver(std::string field, Value value, const SourcePlace& place);
  void accept_without_effect();

  // Control data (control_cards.cpp, output_cards.cpp).
  static const Cards& control_cards();
  void title();
  void count();
  void count_gravity();
  static void add_counters(Cards& cards);
  void check_counts();
  void accept_with_note();
  void assembly_tolerance();
  void initial_stiffness();
  void omega_rotates();
  void assembly_iterations();
  void skip_assembly();
  void use_in_assembly();
  [[noreturn]] static void refuse_in_assembly(std::string_view part, const SourcePlace& place);
  void refuse_loads_in_assembly();
  void refuse_solution_array();
  void print();
  void restart_file();
  void default_output();
  void output_frames();
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
  ReferenceFrame node_start(const std::string& name, bool has_axes);
  void read_node_options(Card& card, bool has_axes);
  void dummy_node(std::int64_t label);
  void settle_massless_nodes();
  void node_output();

  // Drivers (general_cards.cpp).
  static const Cards& driver_cards();
  void file_driver();

  // Elements (element_cards.cpp, joint_cards.cpp, load_cards.cpp).
  static const Cards& element_cards();
  void joint();
  Card total_joint(const std::string& word);
  Card imposed_displacement(const std::string& word);
  void body();
  void gravity();
  void force();
  void couple();
  void automatic_structural();
  void driven();
  Card* existing(std::string_view type, std::int64_t driver, std::int64_t label, const SourcePlace& place);
  void inertia();
  void element_output();
  Card load_between(std::string_view type);

  Card start_card(std::string kind, std::string type, std::int64_t label);
  std::int64_t new_label(std::string_view kind);
  void finish_element(Card card);
  Card& single(std::string_view kind, std::string_view type);

  Diagnostics& diagnostics_;
  IncludedFiles files_;
  Vocabulary vocabulary_;
  SymbolTable symbols_;
  Cursor cursor_;
  CardReader in_;

  ModelDesc model_;
  std::string section_;        // "" between sections
  SourcePlace section_place_;  // where it began
  std::string word_;           // the keyword of the present statement
  SourcePlace statement_place_;
  std::string name_;          // of the present element, when it has one
  bool is_finished_ = false;  // nothing more is read
  int includes_ = 0;          // files included, and their text
  std::uintmax_t included_bytes_ = 0;
  bool has_too_many_includes_ = false;
  bool is_static_model_ = false;  // `model: static`
  bool is_endless_ = false;       // `final time: forever`
  bool writes_frames_ = false;    // `default output: reference frames`
  struct {
    double position = 1.0, velocity = 1.0;
    bool omega_rotates = false;
  } assembly_;  // of nodes that do not say their own
  std::optional<std::pair<std::string, std::int64_t>>
      new_label_;  // that the present card defines: kind, label
  std::map<std::string, std::pair<std::int64_t, SourcePlace>, std::less<>> counts_;  // declared
  std::map<std::string, std::set<std::int64_t>, std::less<>> labels_;                // by kind
};

}  // namespace pintle::mbdyn
