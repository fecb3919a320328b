#include "pintle/app/plot.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <charconv>

#include "pintle/app/run.h"
#include "pintle/app/work_progress.h"
#include "pintle/base/suggest.h"
#include "pintle/base/wording.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/gnuplot.h"

namespace pintle {

namespace {

constexpr int kLeastPixels = 100, kMostPixels = 10000;

// "800x600"
std::optional<std::pair<int, int>> read_size(const std::string& text) {
  std::pair<int, int> size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.first);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return {};
  const auto height = std::from_chars(width.ptr + 1, end, size.second);
  const auto is_sensible = [](int pixels) { return pixels >= kLeastPixels && pixels <= kMostPixels; };
  if (height.ec != std::errc() || height.ptr != end || !is_sensible(size.first) || !is_sensible(size.second))
    return {};
  return size;
}

bool is_result(const std::string& word) { return std::filesystem::path(word).extension() == ".nc"; }

// What is wrong with the options; empty: nothing.
std::string fault_of(const PlotOptions& options) {
  const std::vector<std::string> endings = plot_endings();
  const std::string ending = options.output.extension().string();
  if (ending.empty() || std::find(endings.begin(), endings.end(), ending.substr(1)) == endings.end())
    return fmt::format("{}: pictures end in {}", options.output.string(), quoted_list(endings, "or"));
  if (!options.size.empty() && !read_size(options.size))
    return fmt::format("{} {}: a size is WIDTHxHEIGHT in pixels, each from {} to {}",
                       worded("--size", "size"), options.size, kLeastPixels, kMostPixels);
  return why_not_written(
      {options.output, FileKind::picture, {options.words.begin(), options.words.end()}, options.is_forced});
}

std::string title_of(const PlotOptions& options, const std::vector<const ResultFile*>& files) {
  if (!options.title.empty()) return options.title;
  const auto name = [&](std::size_t i) { return files[i]->path().filename().string(); };
  if (options.is_difference) return fmt::format("{} less {}", name(0), name(1));
  return files[0]->title().empty() ? name(0) : files[0]->title();
}

}  // namespace

int plot(const PlotOptions& options, std::ostream& out, std::ostream& err) {
  const auto fail = [&](const std::string& why, int code) {
    fmt::print(err, "{}\n", why);
    return code;
  };
  if (const std::string fault = fault_of(options); !fault.empty()) return fail(fault, kExitBadInput);

  // Results are the first word and all that end as results do.
  std::vector<ResultFile> opened;
  PlotRequest request{{}, options.x, {options.from, options.to, {}, {}}, options.is_difference};
  for (const std::string& word : options.words) {
    if (!opened.empty() && !is_result(word)) {
      request.channels.push_back(word);
      continue;
    }
    Result<ResultFile> file = ResultFile::open(word);
    if (!file) return fail(file.message(), kExitBadInput);
    opened.push_back(std::move(file).value());
  }
  std::vector<const ResultFile*> files;
  PlotLook look;
  for (const ResultFile& file : opened) {
    files.push_back(&file);
    look.results.push_back(file.path().filename().string());
  }
  if (!options.size.empty()) look.size = read_size(options.size);

  Result<PlotData> data = [&] {
    WorkProgress progress(err, options.has_progress);
    return read_plot(files, request, progress.observer());
  }();
  if (!data) return fail(data.message(), kExitBadInput);
  look.title = title_of(options, files);
  if (options.is_difference) look.results.resize(1);
  if (const std::string error = draw_plot(*data, look, options.output); !error.empty())
    return fail(error, kExitFailed);
  fmt::print(out, "written {}\n", options.output.string());
  return kExitDone;
}

}  // namespace pintle
