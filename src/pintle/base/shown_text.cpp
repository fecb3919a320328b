#include "pintle/base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "pintle/base/utf8.h"

namespace pintle {

namespace {

// Of C1, and those that turn the direction of writing or end a line in other ways than '\n'.
bool is_hidden(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

void append_printable(std::string& shown, std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  const char32_t code = code_point(character);
  if (code == kNoCodePoint)
    shown += fmt::format("\\x{:02x}", first);
  else if (!is_hidden(code))
    shown += character;
  else if (const std::size_t named = std::string_view("\t\n\r").find(character); named != std::string::npos)
    shown += std::string{'\\', "tnr"[named]};
  else
    shown +=
        code < 0x80 ? fmt::format("\\x{:02x}", first) : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
}

std::string printable_but(std::string_view text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    if (kept.find(character) != std::string_view::npos)
      shown += character;
    else
      append_printable(shown, character);
    text.remove_prefix(character.size());
  }
  return shown;
}

// Takes characters apart; one that has begun waits for its other bytes.
class PrintableBuffer final : public std::streambuf {
 public:
  explicit PrintableBuffer(std::streambuf& target) : target_(target) {}

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    waiting_.append(bytes, static_cast<std::size_t>(count));
    return write(unfinished_bytes(waiting_)) ? count : 0;
  }
  int sync() override { return write(0) ? target_.pubsync() : -1; }

 private:
  // All but the last bytes.
  bool write(std::size_t kept) {
    std::string_view rest = waiting_;
    const std::string shown = printable_lines(rest.substr(0, rest.size() - kept));
    rest.remove_prefix(rest.size() - kept);
    waiting_ = std::string(rest);
    return target_.sputn(shown.data(), static_cast<std::streamsize>(shown.size())) ==
           static_cast<std::streamsize>(shown.size());
  }

  std::streambuf& target_;
  std::string waiting_;
};

}  // namespace

std::string printable(std::string_view text) { return printable_but(text, ""); }

std::string printable_lines(std::string_view text) { return printable_but(text, "\n\t\r"); }

std::string excerpt(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 200, kAround = 80;
  if (text.size() <= kLongest) return std::string(text);
  at = std::min(at, text.size());
  const auto whole_character = [&](std::size_t place) {
    while (place > 0 && place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U)
      --place;
    return place;
  };
  const std::size_t begin = whole_character(at > kAround ? at - kAround : 0);
  const std::size_t end = whole_character(std::min(at + kAround, text.size()));
  return fmt::format("{}{}{}", begin > 0 ? "..." : "", text.substr(begin, end - begin),
                     end < text.size() ? "..." : "");
}

PrintableStream::PrintableStream(std::ostream& stream)
    : stream_(stream),
      filter_(std::make_unique<PrintableBuffer>(*stream.rdbuf())),
      unfiltered_(stream.rdbuf(filter_.get())) {}

PrintableStream::~PrintableStream() {
  stream_.flush();
  stream_.rdbuf(unfiltered_);
}

}  // namespace pintle
