// Texts of users as they are shown to people: nothing in them steers a terminal or hides what stands there.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace pintle {

// Control characters as \n, \x1b, those that turn the direction of writing as \u202e, bytes that are no UTF-8
// as \xff; the rest as it is.
std::string printable(std::string_view text);

// The same of a text of several lines, whose ends of lines, tabs and returns to the beginning stay.
std::string printable_lines(std::string_view text);

// A part of a long text around a byte in it, "...so long..."; short ones are whole.
std::string excerpt(std::string_view text, std::size_t at);

// While it lives, all that a stream writes is made of printable lines.
class PrintableStream {
 public:
  explicit PrintableStream(std::ostream& stream);
  ~PrintableStream();
  PrintableStream(const PrintableStream&) = delete;
  PrintableStream& operator=(const PrintableStream&) = delete;

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> filter_;
  std::streambuf* unfiltered_;
};

}  // namespace pintle
