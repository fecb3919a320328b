// Formulas of MBDyn's language: text -> tree, and what is made of the tree: a value now, or an expression
// that a drive evaluates while the model runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/card_error.h"
#include "pintle/lang/mbdyn/cursor.h"
#include "pintle/lang/mbdyn/symbol_table.h"

namespace pintle::mbdyn {

struct Formula {
  enum class Kind : std::uint8_t {
    constant,
    variable,
    unary,
    binary,
    call,
    assignment,
    declaration,
    sequence,
    bound
  };

  Kind kind = Kind::constant;
  Scalar value = 0.0;          // of a constant
  std::string name;            // of a variable or function; the operator; for a declaration, the variable
  std::vector<Formula> parts;  // operands, arguments, statements
  SourcePlace place;

  ScalarType declared_type = ScalarType::real;  // of a declaration
  bool is_constant = false, is_if_not_defined = false;
  std::string quantity;  // of a bound variable
};

// From weakest to strongest: =;  && || ~| (and |, its old spelling) from the left;  == != < <= > >= from the
// left;  + -;  * / %;  ^ from the right;  unary + - !. So -2.^2. is 4 and 1 || 0 && 0 is 0, as in the program
// (the table in its manual says otherwise). Stops before whatever cannot go on.
Formula parse_formula(Cursor& cursor);

// The formula in a text of its own, "2*sin(Time)"; several are separated by semicolons.
Formula parse_formula_text(std::string_view text, const SourcePlace& place, Diagnostics& diagnostics);

// Does something with the formula of a text at `place`: its errors are then told as those of the text there.
std::string in_formula(std::string_view text, const SourcePlace& inner, std::string_view message);
template <class Action>
auto within_text(std::string_view text, const SourcePlace& place, Action&& action) {
  try {
    return action();
  } catch (const CardError& error) {
    CardError in_text(place, in_formula(text, error.place, error.what()), error.advice);
    in_text.is_consequence = error.is_consequence;
    throw in_text;
  }
}

// Evaluates with the present values of all variables; declarations and assignments change them.
Scalar evaluate(const Formula& formula, SymbolTable& symbols);

// The formula in a text as an expression drive understands it: variables that keep their value as numbers,
// the others as the quantities that they stand for. A variable that is given a changing value stands for that
// from then on. Errors are those of the text at `place`.
std::string expression_of_text(std::string_view text, const SourcePlace& place, SymbolTable& symbols,
                               Diagnostics& diagnostics);

}  // namespace pintle::mbdyn
