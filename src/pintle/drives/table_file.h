// Text files with columns of numbers, as measured or computed elsewhere.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/result.h"
#include "pintle/base/user_files.h"

namespace pintle {

// Rows of numbers with blanks, tabs or commas between; what follows a '#' is a comment. Comments may say
// "initial time: 0.5" and "time step: 0.01".
struct NumberTable {
  std::size_t columns = 0;
  std::vector<double> numbers;  // row by row
  std::optional<double> initial_time;
  std::optional<double> time_step;

  std::size_t rows() const { return columns ? numbers.size() / columns : 0; }
  // Counts from zero; only the first `count` rows.
  std::vector<double> column(std::size_t index, std::size_t count) const;
};

Result<NumberTable> parse_table(std::string_view text);

// Reads each file once.
class TableFiles {
 public:
  explicit TableFiles(UserFiles files = {}) : files_(std::move(files)) {}
  const Result<NumberTable>& read(const std::string& path);

 private:
  UserFiles files_;
  std::map<std::string, Result<NumberTable>> tables_;
};

}  // namespace pintle
