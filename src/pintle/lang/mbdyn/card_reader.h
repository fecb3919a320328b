// Cards of MBDyn's language -> cards of the model, by the syntax that their schemas declare.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/argument_reader.h"
#include "pintle/lang/mbdyn/vocabulary.h"
#include "pintle/model/card.h"

namespace pintle::mbdyn {

Value value_of(const Vec3& v);
Value value_of(const MatX& m);
Value value_of(const Card& card);  // a part of another card

class CardReader : public ArgumentReader {
 public:
  enum class Constant : std::uint8_t { may_have_no_drive, needs_drive };

  CardReader(Cursor& cursor, SymbolTable& symbols, const Vocabulary& vocabulary, Diagnostics& diagnostics)
      : ArgumentReader(cursor, symbols, diagnostics), vocabulary_(vocabulary) {}

  const Vocabulary& vocabulary() const { return vocabulary_; }

  // The word that chooses a type, and the arguments that its syntax asks for. `what` names it in messages.
  Card read_by_syntax(std::string_view kind, std::string_view what);
  Card read_by_syntax(std::string_view kind, const std::string& word, const SourcePlace& place);
  void read_fields(const Vocabulary::Entry& entry, Card& card);

  // "L0": the free length of the rod that is being read; nothing for others.
  std::optional<double> of_current_joint(std::string_view name) const;

  // Structural nodes as they are at the start.
  std::map<std::int64_t, ReferenceFrame>& nodes() { return nodes_; }
  // The label of a node that exists; its name in the model is the label.
  std::int64_t node_label(std::string_view what);

  void set_dimension(std::size_t dimension) { dimension_ = dimension; }  // of laws

  Value attachment(std::string_view style, std::string_view what);
  Value drive(std::string_view what);
  Value inner_drive(std::string_view what);
  // A vector times a drive, or a drive for each component. Its vectors are in the frame of the node read
  // last, or in `frame`; one that they name is taken into that.
  Value drive3(std::string_view what) { return vector_drive(3, what, Constant::needs_drive); }
  Value drive3_in(const ReferenceFrame& frame, std::string_view what);
  Value nested(std::string_view kind, std::string_view what);  // a law, say

  // What is defined by label or name and referred to later: drives, laws, file drivers, functions.
  void add_label(std::string_view kind, std::int64_t label) { labels_.insert(name_of(kind, label)); }
  void add_law(std::int64_t label, std::size_t dimension) {
    add_law(label, dimension, law_name(label, dimension));
  }
  void add_law(std::int64_t label, std::size_t dimension, std::string name) {
    laws_[{label, dimension}] = std::move(name);
  }
  bool has_law(std::int64_t label, std::size_t dimension) const { return laws_.contains({label, dimension}); }
  std::string drive_called(std::int64_t label, const SourcePlace& place) const;
  std::string function_called(const std::string& name, const SourcePlace& place) const;
  void check_postponed();  // at the end: all of them are there
  void read_file_driver(std::int64_t label);
  void add_file_driver(std::int64_t label) { file_drivers_.try_emplace(label); }  // one with a mistake
  void read_template_drive(std::int64_t label, std::size_t size);
  void add_function(std::string name) { function_names_.insert(std::move(name)); }

  // Names of what is defined by label: "drive_12".
  static std::string name_of(std::string_view kind, std::int64_t label);
  static std::string law_name(std::int64_t label, std::size_t dimension);  // "law_12_3d"

 private:
  void read_items(const std::vector<SyntaxItem>& items, const CardSchema& schema, Card& card);
  void read_offset_of(Card& card, const std::string& attachment);
  bool stands_here(const std::vector<SyntaxItem>& branch) const;
  bool is_option_next() const;
  Value field(const FieldSchema& field, std::string_view style);
  template <class Read>
  static Value list(std::size_t count, Read&& read) {
    ValueList values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(read());
    return values;
  }
  std::size_t count_of(std::string_view style, std::string_view what);
  template <class Read>
  Value several(std::string_view style, std::string_view what, Read&& read);
  Value function(std::string_view what);
  Value choice(const FieldSchema& schema);
  Value referred(std::string_view kind);
  Value drives(std::string_view style, std::string_view what);
  const Value* template_drive_here(std::size_t size);
  Value vector_drive(std::size_t size, std::string_view what, Constant rule = Constant::may_have_no_drive);

  // drive_cards.cpp
  using DriveReader = Value (CardReader::*)(const std::string& word);
  static const std::map<std::string, DriveReader, std::less<>>& special_drives();
  Value string_drive(const std::string& word);
  Value drive_by_label(const std::string& word);
  Value measured_drive(const std::string& word);
  Value fourier_series(const std::string& word);
  Value file_drive(const std::string& word);

  const Vocabulary& vocabulary_;
  std::map<std::int64_t, ReferenceFrame> nodes_;
  std::set<std::string, std::less<>> labels_;
  std::map<std::pair<std::int64_t, std::size_t>, std::string> laws_;  // names, by label and dimension
  std::vector<std::pair<std::int64_t, SourcePlace>> postponed_;
  std::map<std::int64_t, ValueMap> file_drivers_;
  std::map<std::pair<std::int64_t, std::size_t>, Value> template_drives_;  // by label and size
  std::set<std::string, std::less<>> function_names_;
  std::string word_;                      // the type of the part being read
  int depth_ = 0;                         // of parts within parts
  int givers_ = 0;                        // drives and laws around the drive being read
  const Card* current_joint_ = nullptr;   // the one being read, as far as that has come
  std::size_t dimension_ = 1;             // of the law being read
  const ReferenceFrame* home_ = nullptr;  // the frame of the node read last, in which vectors are given
};

}  // namespace pintle::mbdyn
