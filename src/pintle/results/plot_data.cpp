#include "pintle/results/plot_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/wording.h"

namespace pintle {

namespace {

// What one result contributes: columns over its records.
struct Columns {
  std::vector<ChannelChoice> choices;  // the last one is x where the request has one
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // by number
};

Result<Columns> read_columns(const ResultFile& file, const PlotRequest& request, const Progress& progress) {
  Columns columns;
  auto choices = choose_channels(file, request.channels);
  if (!choices) return Failure{choices.message()};
  columns.choices = *choices;
  if (!request.x.empty()) {
    const auto x = choose_channels(file, {request.x});
    if (!x) return Failure{x.message()};
    if (x->size() != 1 || x->front().size() != 1)
      return Failure{fmt::format("{} {}: this is more than one number; add a component, as in '{}:1'",
                                 worded("--x", "x"), request.x, request.x)};
    columns.choices.push_back(x->front());
  }
  const auto records = choose_records(file, request.records);
  if (!records) return Failure{records.message()};
  for (const ChannelChoice& choice : columns.choices)
    columns.values.resize(columns.values.size() + choice.size());
  if (columns.values.size() > kMostCurves)
    return Failure{
        fmt::format("{}: these are {} curves, and more than {} cannot be told apart; choose fewer channels",
                    file.path().string(), columns.values.size(), kMostCurves)};
  RecordReader reader(file, channels_of(columns.choices), *records, progress);
  while (reader.next()) {
    columns.times.push_back(reader.time());
    std::size_t column = 0;
    for (std::size_t c = 0; c < columns.choices.size(); ++c)
      for (std::size_t i = 0; i < columns.choices[c].size(); ++i)
        columns.values[column++].push_back(columns.choices[c].pick(reader.values(c), i));
  }
  if (!reader.error().empty()) return Failure{reader.error()};
  return columns;
}

std::vector<PlotCurve> curves_of(Columns columns, bool has_x, std::size_t result) {
  std::vector<PlotCurve> curves;
  const std::vector<double> x = has_x ? columns.values.back() : columns.times;
  std::size_t column = 0;
  for (std::size_t c = 0; c < columns.choices.size() - (has_x ? 1 : 0); ++c) {
    const ChannelChoice& choice = columns.choices[c];
    for (std::size_t i = 0; i < choice.size(); ++i)
      curves.push_back({choice.name_of(i), choice.channel.name.substr(choice.channel.name.rfind('.') + 1),
                        choice.channel.unit, result, x, std::move(columns.values[column++])});
  }
  return curves;
}

// Linear between samples. `from` rises to where `time` lies; times come in order.
double interpolate(const PlotCurve& curve, double time, std::size_t& from) {
  while (from + 2 < curve.x.size() && curve.x[from + 1] < time) ++from;
  if (curve.x.size() == 1 || time == curve.x[from]) return curve.y[from];
  const double part = (time - curve.x[from]) / (curve.x[from + 1] - curve.x[from]);
  return curve.y[from] + part * (curve.y[from + 1] - curve.y[from]);
}

// Where both have results.
PlotCurve difference(const PlotCurve& a, const PlotCurve& b) {
  PlotCurve curve = a;
  curve.x.clear();
  curve.y.clear();
  std::size_t from = 0;
  const double slack = 1e-9 * (std::abs(b.x.front()) + std::abs(b.x.back()));
  for (std::size_t i = 0; i < a.x.size(); ++i) {
    if (a.x[i] < b.x.front() - slack || a.x[i] > b.x.back() + slack) continue;
    curve.x.push_back(a.x[i]);
    curve.y.push_back(a.y[i] - interpolate(b, a.x[i], from));
  }
  return curve;
}

Result<std::vector<PlotCurve>> differences(const std::vector<PlotCurve>& all,
                                           const std::vector<const ResultFile*>& files) {
  std::vector<PlotCurve> curves;
  for (const PlotCurve& a : all) {
    if (a.result != 0) continue;
    const auto b = std::find_if(all.begin(), all.end(), [&](const PlotCurve& other) {
      return other.result == 1 && other.name == a.name;
    });
    if (b == all.end())
      return Failure{fmt::format("{}: there is no '{}' to compare with", files[1]->path().string(), a.name)};
    curves.push_back(difference(a, *b));
    if (curves.back().x.empty())
      return Failure{fmt::format("{} and {} have no time in common", files[0]->path().string(),
                                 files[1]->path().string())};
  }
  return curves;
}

// Keeps, of each bin, the points with the least and the largest value, in their order; and both ends.
void thin(PlotCurve& curve) {
  const std::size_t n = curve.y.size();
  if (n <= 2 * kPlotBins) return;
  std::vector<std::size_t> kept{0};
  for (std::size_t bin = 0; bin < kPlotBins; ++bin) {
    const std::size_t begin = bin * n / kPlotBins, end = (bin + 1) * n / kPlotBins;
    std::size_t least = begin, largest = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (std::isnan(curve.y[i])) continue;
      if (!(curve.y[i] >= curve.y[least])) least = i;
      if (!(curve.y[i] <= curve.y[largest])) largest = i;
    }
    kept.insert(kept.end(), {std::min(least, largest), std::max(least, largest)});
  }
  kept.push_back(n - 1);
  std::vector<double> x, y;
  for (const std::size_t i : kept) {
    x.push_back(curve.x[i]);
    y.push_back(curve.y[i]);
  }
  curve.x = std::move(x);
  curve.y = std::move(y);
}

// A path in a plane: every so many points.
void thin_path(PlotCurve& curve) {
  constexpr std::size_t kMostPoints = 50000;
  const std::size_t stride = curve.x.size() / kMostPoints + 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < curve.x.size(); i += stride, ++kept) {
    curve.x[kept] = curve.x[i];
    curve.y[kept] = curve.y[i];
  }
  curve.x.resize(kept);
  curve.y.resize(kept);
}

}  // namespace

Result<PlotData> read_plot(const std::vector<const ResultFile*>& files, const PlotRequest& request,
                           const Progress& progress) {
  if (request.is_difference && files.size() != 2)
    return Failure{fmt::format("{} takes two results; {} given", worded("--difference", "difference=True"),
                               files.size() == 1 ? "one was" : "more were")};
  if (request.is_difference && !request.x.empty())
    return Failure{std::string(
        worded("--difference is over time and takes no --x", "difference=True is over time and takes no x"))};
  if (request.channels.empty())
    return Failure{fmt::format("no channel is given; {} lists those that there are",
                               worded("`pintle info RESULT`", "result.channels"))};
  PlotData data;
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto columns = read_columns(*files[i], request, progress);
    if (!columns) return Failure{columns.message()};
    if (!request.x.empty()) {
      data.x_name = columns->choices.back().name();
      data.x_unit = columns->choices.back().channel.unit;
    }
    for (PlotCurve& curve : curves_of(std::move(columns).value(), !request.x.empty(), i))
      data.curves.push_back(std::move(curve));
  }
  if (request.is_difference) {
    auto curves = differences(data.curves, files);
    if (!curves) return Failure{curves.message()};
    data.curves = std::move(curves).value();
  }
  for (PlotCurve& curve : data.curves) request.x.empty() ? thin(curve) : thin_path(curve);
  return data;
}

}  // namespace pintle
