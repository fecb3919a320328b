// The arguments of a card: keywords, numbers, vectors, matrices, orientations, each in its frame.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/reference_frame.h"

namespace pintle::mbdyn {

// Reads one argument after the other; what does not fit throws CardError. A comma after an argument is read
// with it, so that the next thing is either an argument or the semicolon.
class ArgumentReader {
 public:
  ArgumentReader(Cursor& cursor, SymbolTable& symbols, Diagnostics& diagnostics)
      : cursor_(cursor), symbols_(symbols), diagnostics_(diagnostics) {}

  Diagnostics& diagnostics() { return diagnostics_; }
  SymbolTable& symbols() { return symbols_; }
  Cursor& cursor() { return cursor_; }
  SourcePlace place() const { return cursor_.place(); }

  bool has_more() const { return !cursor_.is_symbol(";") && !cursor_.is_at_end(); }
  // The ';' of the card. Anything left over is an error.
  void end_card();

  // Keywords are written as in the manual, "angular velocity".
  bool is_next(std::string_view keyword) const;
  bool accept(std::string_view keyword);
  std::optional<std::string> accept_any(std::initializer_list<std::string_view> keywords);
  // One of these words, which must stand here; anything else is an error with a suggestion.
  // `terms` tell what else people call them.
  std::string keyword(std::string_view what, const std::vector<std::string>& known,
                      const std::vector<Term>& terms = {});
  // Whether a number stands here, or a formula that begins with a variable.
  bool is_formula_next() const;
  // The label that stands alone as the argument so many tokens ahead: an integer, or a variable that is one.
  std::optional<std::int64_t> label_ahead(std::size_t tokens) const;
  // Whether what stands here up to the comma has integers and variables that are integers alone: a label.
  bool is_label_next() const;
  // Whatever words stand here, as they are compared; empty when none do.
  std::string next_words() const { return cursor_.peek_keyword(); }

  Scalar scalar(std::string_view what);
  double real(std::string_view what);
  double real(std::string_view what, double default_value);  // when the argument is empty or missing
  std::int64_t integer(std::string_view what);
  bool flag(std::string_view what);  // yes, no, or a number
  std::string text(std::string_view what);
  std::string file_name(std::string_view what);  // text with $VARIABLES and ~ replaced
  // Environment variables: those of the process, but for what the model says.
  std::optional<std::string> environment(const std::string& name) const;
  void set_environment(const std::string& name, std::optional<std::string> value) {
    environment_[name] = std::move(value);
  }

  Vec3 vector(std::string_view what);
  std::vector<double> numbers(std::string_view what, std::size_t count);  // with `null` and `scale`
  Mat3 matrix3(std::string_view what);
  MatX matrix6(std::string_view what, Eigen::Index columns = 6);
  bool is_matrix_next() const;  // one that begins with its word
  Mat3 orientation(std::string_view what);

  // Entities in a frame: `home` is both the default and the one in which the result is given.
  Vec3 position_in(const ReferenceFrame& home, std::string_view what);
  Vec3 direction_in(const ReferenceFrame& home, std::string_view what);
  Mat3 matrix3_in(const ReferenceFrame& home, std::string_view what);  // a tensor: R M R^T
  Mat3 orientation_in(const ReferenceFrame& home, std::string_view what);
  // Absolute, of a point at `x`: includes the velocity of the frame that it is given in.
  Vec3 velocity(const Vec3& x, std::string_view what);
  Vec3 angular_velocity(std::string_view what);

  ReferenceFrame denavit_hartenberg();
  const ReferenceFrame& labelled_frame();

  std::map<std::int64_t, ReferenceFrame>& frames() { return frames_; }  // by label
  // The first side of a joint, for what the second gives in `other node`, `other position` (the point, with
  // the axes of the node) or `other orientation`. A card begins without one.
  void set_other(const ReferenceFrame& node, const Vec3& offset, const Mat3& axes);
  void set_other_axes(const Mat3& axes);
  void forget_other() { other_.reset(); }

 private:
  const ReferenceFrame* reference(const ReferenceFrame& home);
  std::optional<std::int64_t> integer_in(const Token& token) const;
  void begin_argument(std::string_view what) const;
  void refuse_misspelt_keyword(std::string_view what) const;
  Mat3 from_axes(std::string_view what);
  void end_argument();
  bool is_empty() const { return cursor_.is_symbol(",") || !has_more(); }
  double scale_factor();
  std::vector<double> list(std::string_view what, std::size_t count);
  std::string with_home(const std::string& name, const SourcePlace& place) const;

  Cursor& cursor_;
  SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  std::map<std::int64_t, ReferenceFrame> frames_;
  struct Other {
    ReferenceFrame node, position, orientation;
  };
  std::optional<Other> other_;
  bool is_after_comma_ = false;
  // Keywords that could have stood at a token, for suggestions.
  mutable std::vector<std::string> tried_;
  mutable const char* tried_at_ = nullptr;
  std::map<std::string, std::optional<std::string>> environment_;  // as the model says; nothing: removed
};

}  // namespace pintle::mbdyn
