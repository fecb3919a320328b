#include "pintle/system/private_data.h"

#include <array>
#include <set>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

// What is reported under one name may be known by several.
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

// Takes(name, axis, value): the axis is 'x', 'y', 'z', or 0 of a number.
template <class Take>
class NamedSink final : public ReportSink {
 public:
  explicit NamedSink(Take take) : take_(std::move(take)) {}

  void reaction(const Vec3& force, const Vec3& moment, const Vec3&, const Vec3&) override {
    components("F", force);
    components("f", force);
    components("M", moment);
    take_("F", '\0', force.x());
    take_("M", '\0', moment.x());
  }
  void number(std::string_view name, std::string_view, double value) override {
    for (const Names& names : kNumbers)
      if (names.reported == name)
        for (const std::string_view known : names.known)
          if (!known.empty()) take_(known, '\0', value);
  }
  void vector(std::string_view name, std::string_view, const Vec3& value) override {
    for (const Names& names : kVectors)
      if (names.reported == name)
        for (const std::string_view known : names.known)
          if (!known.empty()) components(known, value);
  }
  void orientation(const Mat3& matrix) override { components("r", so3::log(matrix)); }
  void node(FrameIndex) override {}

 private:
  void components(std::string_view name, const Vec3& value) {
    for (int i = 0; i < 3; ++i) take_(name, "xyz"[i], value[i]);
  }
  Take take_;
};

}  // namespace

std::optional<double> private_datum(const ElementSet& set, Index element, const Context& context,
                                    std::string_view name) {
  std::optional<double> found;
  const auto take = [&](std::string_view stem, char axis, double value) {
    const bool is_it = axis == '\0'
                           ? name == stem
                           : name.size() == stem.size() + 1 && name.starts_with(stem) && name.back() == axis;
    if (is_it && !found) found = value;
  };
  NamedSink sink(take);
  set.report(context, element, sink);
  return found;
}

std::vector<std::string> private_data_names(const ElementSet& set, Index element, const Context& context) {
  std::vector<std::string> names;
  const auto take = [&](std::string_view stem, char axis, double) {
    names.emplace_back(stem);
    if (axis != '\0') names.back() += axis;
  };
  NamedSink sink(take);
  set.report(context, element, sink);
  return names;
}

std::vector<std::string> every_private_datum() {
  std::set<std::string> names;
  const auto take = [&](std::string_view stem, char axis, double) {
    names.insert(axis == '\0' ? std::string(stem) : std::string(stem) + axis);
  };
  NamedSink sink(take);
  const Vec3 zero = Vec3::Zero();
  static_cast<ReportSink&>(sink).reaction(zero, zero, zero, zero);
  sink.orientation(Mat3::Identity());
  for (const Names& vector : kVectors) sink.vector(vector.reported, "", zero);
  for (const Names& number : kNumbers) sink.number(number.reported, "", 0.0);
  return {names.begin(), names.end()};
}

}  // namespace pintle
