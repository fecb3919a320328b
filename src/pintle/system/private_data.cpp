#include "pintle/system/private_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "pintle/base/suggest.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

// What is reported under one name may be known by several, where an element has no list of its own.
struct Names {
  std::string_view reported;
  std::array<std::string_view, 2> known;  // of a vector, without the x, y or z behind
};
constexpr std::array kVectors{Names{"d", {"d"}},      Names{"dP", {"v"}}, Names{"Omega", {"w"}},
                              Names{"X", {"p", "d"}}, Names{"XP", {"v"}}, Names{"Phi", {"r"}},
                              Names{"Theta", {"r"}},  Names{"V", {"v"}},  Names{"F", {"F"}},
                              Names{"M", {"M"}}};
constexpr std::array kNumbers{Names{"l", {"L"}},       Names{"lP", {"LPrime"}}, Names{"Theta", {"theta"}},
                              Names{"Phi", {"phi"}},   Names{"d", {"d"}},       Names{"v", {"v", "a"}},
                              Names{"w", {"w", "wp"}}, Names{"omega0", {"w"}}};

// The columns of a report by name.
class ReportedData final : public ReportSink {
 public:
  explicit ReportedData(PrivateDataSink& sink) : sink_(sink) {}

  void reaction(const Vec3& force, const Vec3& moment, const Vec3&, const Vec3&) override {
    sink_.vector("F", force);
    sink_.vector("f", force);
    sink_.vector("M", moment);
    sink_.number("F", force.x());
    sink_.number("M", moment.x());
  }
  void number(std::string_view name, std::string_view, double value) override {
    for_each_name(kNumbers, name, [&](std::string_view known) { sink_.number(known, value); });
  }
  void vector(std::string_view name, std::string_view, const Vec3& value) override {
    for_each_name(kVectors, name, [&](std::string_view known) { sink_.vector(known, value); });
  }
  void orientation(const Mat3& matrix) override { sink_.vector("r", so3::log(matrix)); }
  void node(FrameIndex) override {}

 private:
  template <class List, class Visit>
  static void for_each_name(const List& list, std::string_view reported, Visit&& visit) {
    for (const Names& names : list)
      if (names.reported == reported)
        for (const std::string_view known : names.known)
          if (!known.empty()) visit(known);
  }
  PrivateDataSink& sink_;
};

// Their names.
class DatumNames final : public PrivateDataSink {
 public:
  void take(std::string_view stem, std::string_view ending, double) override {
    names.push_back(std::string(stem) + std::string(ending));
  }
  std::vector<std::string> names;
};

// The one at a place.
class DatumAt final : public PrivateDataSink {
 public:
  explicit DatumAt(int place) : left_(place) {}
  void take(std::string_view, std::string_view, double value) override {
    has_taken_ = true;
    if (left_-- == 0) value_ = value;
  }
  bool has_taken() const { return has_taken_; }
  double value() const { return value_; }

 private:
  int left_;
  bool has_taken_ = false;
  double value_ = 0.0;
};

bool is_number(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

// Its own list; or, where it has none, what it reports.
struct DataNames {
  std::vector<std::string> names;
  bool is_list = true;

  DataNames(const ElementSet& set, Index element, const Context& context) {
    DatumNames listing;
    set.private_data(context, element, listing);
    if (listing.names.empty()) {
      is_list = false;
      ReportedData reported(listing);
      set.report(context, element, reported);
    }
    names = std::move(listing.names);
  }
};

}  // namespace

std::string as_identifier(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return text;
}

std::optional<int> find_private_datum(const ElementSet& set, Index element, const Context& context,
                                      std::string_view name) {
  const DataNames data(set, element, context);
  const int size = static_cast<int>(data.names.size());
  if (name.empty()) return data.is_list && size == 1 ? std::optional(0) : std::nullopt;
  if (is_number(name)) {
    if (!data.is_list || name.size() > 3) return std::nullopt;
    const int place = std::stoi(std::string(name)) - 1;
    return place >= 0 && place < size ? std::optional(place) : std::nullopt;
  }
  for (int i = 0; i < size; ++i)
    if (as_identifier(data.names[static_cast<std::size_t>(i)]) == as_identifier(name)) return i;
  return std::nullopt;
}

double private_datum(const ElementSet& set, Index element, const Context& context, int place) {
  DatumAt sink(place);
  set.private_data(context, element, sink);
  if (!sink.has_taken()) {
    ReportedData reported(sink);
    set.report(context, element, reported);
  }
  return sink.value();
}

UnknownDatum describe_unknown_datum(const ElementSet& set, Index element, const Context& context,
                                    const std::string& name) {
  DataNames data(set, element, context);
  const std::string who = fmt::format("{} '{}'", set.kind(), set.label(element).name);
  const std::string all =
      data.names.empty() ? std::string() : fmt::format("it has {}", fmt::join(data.names, " "));
  if (name.empty())
    return {fmt::format("{}: the quantity is missing, and it has {} of them", who,
                        data.names.empty() ? "none" : "several"),
            all};
  if (is_number(name) && data.is_list)
    return {fmt::format("{} has no quantity number {}", who, name),
            fmt::format("it has 1 to {}: {}", data.names.size(), fmt::join(data.names, " "))};
  if (is_number(name)) return {fmt::format("{} has no numbered quantities", who), all};
  for (const ChannelInfo& channel : set.channels()) data.names.push_back(channel.name);
  return {fmt::format("{} has no quantity '{}'", who, name), did_you_mean(name, data.names)};
}

std::vector<std::string> every_private_datum() {
  DatumNames listing;
  ReportedData reported(listing);
  const Vec3 zero = Vec3::Zero();
  static_cast<ReportSink&>(reported).reaction(zero, zero, zero, zero);
  reported.orientation(Mat3::Identity());
  for (const Names& vector : kVectors) reported.vector(vector.reported, "", zero);
  for (const Names& number : kNumbers) reported.number(number.reported, "", 0.0);
  listing.vector("t", zero);
  listing.numbered("lambda", zero);
  const std::set<std::string> sorted(listing.names.begin(), listing.names.end());
  return {sorted.begin(), sorted.end()};
}

}  // namespace pintle
