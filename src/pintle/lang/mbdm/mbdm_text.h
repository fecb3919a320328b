// Files of MBDM as labelled lines: "r: 0, 0, 1", "Number of bodies : 2", "Body 1".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/lang/mbdm/mbdm_label.h"

namespace pintle {

// Characters, not bytes: columns count them.
int count_characters(std::string_view text);

// A label with its value, which may have come in pieces from several lines.
struct MbdmEntry {
  const MbdmLabel* label = nullptr;  // none: a line without any
  SourcePlace place;                 // of the label, or of the line
  std::string value;

  struct Piece {
    std::size_t begin = 0;  // in value
    SourcePlace place;
  };
  std::vector<Piece> pieces;

  bool is(std::string_view shown) const { return label && label->shown == shown; }
  SourcePlace place_at(std::size_t offset) const;  // of a character of the value
  SourcePlace value_place() const { return pieces.empty() ? place : pieces.front().place; }
  void append(std::string_view text, const SourcePlace& where);
};

// What may stand in the first line: an entry, or a name without its label.
enum class MbdmBeginning : std::uint8_t { entry, name };

// Splits a text into entries. Comments (# and // at the start of a word) and lines of signs are left out. Two
// fields on one line are two entries; a value may go on where its line ends. Labels that are not of this
// file are reported.
std::vector<MbdmEntry> read_mbdm_entries(std::string_view text,
                                         const std::shared_ptr<const std::string>& file,
                                         std::span<const MbdmLabel> labels, MbdmBeginning beginning,
                                         Diagnostics& diagnostics);

}  // namespace pintle
