// The syntax of a card of MBDyn's language as its schema declares it, near to how the manual writes it:
//   "<a>, <b>, [initial theta, <initial_angle>], {from nodes | <length>}"
// Commas between items are those of the card. <field> is read as the type of the field in the schema says;
// <field:style> in a certain way (CardReader); <a.offset> adds an offset to the attachment a. [ ] may be left
// out and begins with a keyword, or stands at the end. { | } is one of several, each known by its keyword but
// the last. field=value sets a field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pintle::mbdyn {

struct SyntaxItem {
  enum class Kind : std::uint8_t { keyword, field, assignment, optional, choice };

  Kind kind = Kind::keyword;
  std::string text;                               // the keyword, or the name of the field
  std::string style;                              // of a field; the value of an assignment
  std::vector<std::vector<SyntaxItem>> branches;  // one of an optional item, several of a choice
};

// A declaration with mistakes throws std::logic_error.
std::vector<SyntaxItem> compile_syntax(std::string_view text);

}  // namespace pintle::mbdyn
