// `pintle view`: results as a page to look at, written or served.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

namespace pintle {

struct ViewOptions {
  std::filesystem::path results;
  std::filesystem::path other;    // to compare with; empty: none
  std::filesystem::path page;     // empty: the name of the results with .html
  bool is_forced = false;         // replaces what has the name of the page, whatever it is
  bool is_served = false;         // instead of written, until interrupted
  std::optional<int> port = {};   // of the server; nothing: any that is free
  bool is_opened = false;         // in a browser
  bool ends_with_parent = false;  // of a run that is watched
};

int view(const ViewOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
