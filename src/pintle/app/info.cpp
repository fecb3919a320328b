#include "pintle/results/info.h"

#include <fmt/ostream.h>

#include "pintle/app/info.h"
#include "pintle/app/run.h"
#include "pintle/app/work_progress.h"

namespace pintle {

int info(const InfoOptions& options, std::ostream& out, std::ostream& err) {
  const auto fail = [&](const std::string& why) {
    fmt::print(err, "{}\n", why);
    return kExitBadInput;
  };
  const Result<ResultFile> file = ResultFile::open(options.result);
  if (!file) return fail(file.message());
  Result<std::vector<ChannelChoice>> choices = choose_channels(*file, options.channels);
  if (!choices) return fail(choices.message());
  ChannelTable table{std::move(choices).value(), {}};
  if (options.has_statistics) {
    const auto records = choose_records(*file, {});
    if (!records) return fail(records.message());
    WorkProgress progress(err, options.has_progress);
    auto statistics = statistics_of(*file, table.choices, *records, progress.observer());
    if (!statistics) return fail(statistics.message());
    table.statistics = std::move(statistics).value();
  }
  if (options.is_json) {
    out << info_json(*file, table);
    return kExitDone;
  }
  if (options.channels.empty()) out << describe_run(*file) << '\n';
  out << describe_channels(table);
  return kExitDone;
}

}  // namespace pintle
