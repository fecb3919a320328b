#include "pintle/results/report_page.h"

#include <fmt/format.h>

#include "pintle/results/report_data.h"

// The page is a part of the program: PINTLE_VIEWER_PAGE is its path when the program is built.
asm(R"(
.section .rodata
.global kPintleViewerPageBegin
.global kPintleViewerPageEnd
kPintleViewerPageBegin:
.incbin ")" PINTLE_VIEWER_PAGE R"("
kPintleViewerPageEnd:
.byte 0
.previous
)");

extern "C" {
extern const char kPintleViewerPageBegin[];
extern const char kPintleViewerPageEnd[];
}

namespace pintle {

namespace {

constexpr int kSmall = 6;  // zlib's level: pages are kept and sent
constexpr std::string_view kPlaceOfData = "<!-- pintle-data -->";

std::string with_data(const std::string& data) {
  const std::string_view page = viewer_page();
  const std::size_t at = page.find(kPlaceOfData);
  if (at == std::string_view::npos) return std::string(page);
  std::string whole(page.substr(0, at));
  whole += data;
  whole += page.substr(at + kPlaceOfData.size());
  return whole;
}

// In an element with a script, "</script>" or "<!--" in a name would change where it ends. JSON has '<' in
// texts alone.
std::string for_script(std::string_view json) {
  std::string escaped;
  for (const char c : json) escaped += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return escaped;
}

std::string elements_of(const ResultFile& run, std::string_view suffix, bool is_compared,
                        std::size_t most_numbers) {
  const ReportData data(run, most_numbers);
  std::string text = fmt::format("<script type=\"application/json\" id=\"pintle-header{}\">{}</script>\n",
                                 suffix, for_script(data.header(false, is_compared)));
  for (std::size_t k = 0; k < data.chunks(); ++k)
    text += fmt::format("<script type=\"text/plain\" id=\"pintle-chunk{}-{}\">{}</script>\n", suffix, k,
                        base64(gzipped(data.read_chunk(k), kSmall)));
  return text;
}

}  // namespace

std::string_view viewer_page() {
  return {kPintleViewerPageBegin, static_cast<std::size_t>(kPintleViewerPageEnd - kPintleViewerPageBegin)};
}

std::string report_page(const ResultFile& run, const ResultFile* other, std::size_t most_numbers) {
  std::string data = elements_of(run, "", other != nullptr, most_numbers);
  if (other) data += elements_of(*other, "-b", false, most_numbers);
  return with_data(data);
}

std::string served_page() { return with_data("<meta name=\"pintle-source\" content=\"server\">"); }

}  // namespace pintle
