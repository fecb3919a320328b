#include "pintle/lang/mbdm/mbdm_main.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pintle {

namespace {

constexpr std::string_view kKinematicOrDynamic = "Kinematic (0), Dynamic (1)";
constexpr std::string_view kNumberOfBodies = "Number of bodies";
constexpr std::string_view kNumberOfJoints = "Number of joints (including drivers)";

// Parameters, then those of a body, then those of a joint.
const std::vector<MbdmLabel>& main_labels() {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{
      {std::string(kKinematicOrDynamic), numbers, 1, {"kinematic", "dynamic"}},
      {std::string(kNumberOfBodies), numbers},
      {std::string(kNumberOfJoints), numbers},
      {"t_start", numbers},
      {"t_end", numbers},
      {"dt", numbers},
      {"N-R accuracy", numbers},
      {"N-R steps", numbers},
      {"Save output every (n) steps", numbers, 1, {"save output every n steps", "save output"}},
      {"Save checkpoint every (n) steps", numbers, 1, {"save checkpoint every n steps", "save checkpoint"}},
      {"Save tracers every (n) steps", numbers, 1, {"save tracers every n steps", "save tracers"}},
      {"Body", header, 1, {"body id"}},
      {"name", words, 1, {"case name"}},
      {"angles (1-2-3 notation)", numbers, 3},
      {"r", numbers, 3},
      {"v", numbers, 3},
      {"omega", numbers, 3},
      {"mass", numbers},
      {"I(1,1-3)", numbers, 3},
      {"I(2,1-3)", numbers, 3},
      {"I(3,1-3)", numbers, 3},
      {"Joint", header, 1, {"joint id"}},
      {"type", words},
      {"bodies", numbers, 2},
      {"p1", numbers, 3, {"pl"}},  // the document prints the one as an l in places
      {"q1", numbers, 3, {"ql"}},
      {"r1", numbers, 3, {"rl"}},
      {"p2", numbers, 3},
      {"q2", numbers, 3},
      {"r2", numbers, 3},
      {"dist", numbers},
  };
  return kLabels;
}

enum class Part { parameters, body, joint };

Part part_of(const MbdmLabel& label) {
  static const auto position = [](std::string_view shown) {
    const auto& labels = main_labels();
    return std::find_if(labels.begin(), labels.end(),
                        [&](const MbdmLabel& candidate) { return candidate.shown == shown; });
  };
  static const MbdmLabel* const body = &*position("Body");
  static const MbdmLabel* const joint = &*position("Joint");
  return &label < body ? Part::parameters : &label < joint ? Part::body : Part::joint;
}

// Gives each line to the item that it belongs to. Headers begin an item; where they are missing, its first
// line does: the name of a body, the type of a joint.
class MainReader {
 public:
  MainReader(const std::shared_ptr<const std::string>& file, Diagnostics& diagnostics)
      : main_{MbdmItem("", {file, 1, 1}, diagnostics), "", {file, 1, 1}, {}, {}}, diagnostics_(diagnostics) {}

  MbdmMain read(const std::vector<MbdmEntry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (i > 0 || !read_case_name(entries[i])) read_entry(entries[i]);
    if (main_.bodies.empty()) diagnostics_.error(main_.case_place, "the file has no bodies");
    return std::move(main_);
  }

 private:
  bool read_case_name(const MbdmEntry& entry) {
    main_.case_place = entry.place;
    main_.parameters = MbdmItem("", entry.place, diagnostics_);
    if (entry.label && !entry.is("name")) {
      diagnostics_.error(entry.place, "the first line must be the name of the case", "write 'Name: <case>'");
      return false;
    }
    main_.case_name = entry.value;
    main_.case_place = entry.value_place();
    if (entry.value.empty())
      diagnostics_.error(entry.place, "the case has no name", "files of results are called by it");
    return true;
  }

  void read_entry(const MbdmEntry& entry) {
    if (!entry.label) {
      diagnostics_.error(entry.place, fmt::format("'{}' stands here without a label", entry.value));
      return;
    }
    const Part part = part_of(*entry.label);
    if (part == Part::parameters)
      main_.parameters.add(entry);
    else if (entry.label->content == MbdmContent::header)
      begin(part, entry);
    else if (belongs_here(part, entry))
      items(part).back().add(entry);
  }

  // Whether there is an item for the line, begun now if need be.
  bool belongs_here(Part part, const MbdmEntry& entry) {
    const bool is_first_line = entry.is("name") || entry.is("type");
    const bool is_fresh =
        part == here_ && (items(part).back().is_empty() || has_only(items(part).back(), entry));
    if (is_first_line && !is_fresh && here_ <= part) begin(part, entry);
    if (part == here_) return true;
    const std::string_view owner = part == Part::body ? "a body" : "a joint";
    diagnostics_.error(
        entry.place,
        fmt::format("'{}' is a line of {}, but {}", entry.label->shown, owner,
                    here_ == Part::parameters ? "none has begun" : "this is " + items(here_).back().what()));
    return false;
  }

  static bool has_only(const MbdmItem& item, const MbdmEntry& entry) {
    const auto& labels = main_labels();
    return std::none_of(labels.begin(), labels.end(), [&](const MbdmLabel& label) {
      return &label != entry.label && item.has(label.shown);
    });
  }

  void begin(Part part, const MbdmEntry& entry) {
    here_ = part;
    const std::string_view kind = part == Part::body ? "body" : "joint";
    const std::size_t number = items(part).size() + 1;
    items(part).emplace_back(fmt::format("{} {}", kind, number), entry.place, diagnostics_);
    const std::string written = entry.label->content == MbdmContent::header ? entry.value : "";
    if (!written.empty() && written != std::to_string(number))
      items(part).back().warning(
          entry.place,
          fmt::format("its header says '{}', but numbers follow the order in the file: this is {} {}",
                      written, kind, number));
  }

  std::vector<MbdmItem>& items(Part part) { return part == Part::body ? main_.bodies : main_.joints; }

  MbdmMain main_;
  Part here_ = Part::parameters;
  Diagnostics& diagnostics_;
};

// Files of results begin with it.
void check_case_name(const MbdmMain& main) {
  constexpr std::size_t kLongest = 200;  // bytes: names of files have 255
  const std::string& name = main.case_name;
  const auto cannot_be_in_a_file = [](char c) {
    return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  };
  if (std::any_of(name.begin(), name.end(), cannot_be_in_a_file))
    main.parameters.error(main.case_place,
                          fmt::format("the name '{}' cannot be part of the name of a file", name));
  if (name.size() > kLongest)
    main.parameters.error(main.case_place,
                          fmt::format("the name has {} bytes, too many for the name of a file", name.size()),
                          fmt::format("at most {}", kLongest));
}

void read_times(const MbdmItem& item, MbdmParameters& result) {
  const auto start = item.number("t_start"), end = item.number("t_end"), step = item.number("dt");
  if (start && end && *end <= *start)
    item.error(item.place_of("t_end"),
               fmt::format("t_end: {:g} s is not after the start at {:g} s", *end, *start));
  if (step && *step <= 0.0)
    item.error(item.place_of("dt"), fmt::format("dt: must be greater than 0 s, got {:g} s", *step));
  result.start_time = start.value_or(result.start_time);
  result.end_time = end.value_or(result.end_time);
  if (step && *step > 0.0) result.step = *step;
}

// The document asks for 1e-6 to 1e-8. Below 1e-15 round-off hides whether the iteration has converged.
void read_newton(const MbdmItem& item, MbdmParameters& result) {
  constexpr double kLoosest = 1e-2, kLoose = 1e-4, kTight = 1e-13, kTightest = 1e-15;
  const SourcePlace place = item.place_of("N-R accuracy");
  if (const auto accuracy = item.number("N-R accuracy")) {
    if (*accuracy <= 0.0)
      item.error(place, fmt::format("N-R accuracy: must be greater than 0, got {:g}", *accuracy));
    else if (*accuracy < kTightest)
      item.error(place,
                 fmt::format("N-R accuracy: {:g} cannot be reached with numbers of 16 digits", *accuracy),
                 "1e-6 to 1e-10 are usual");
    else if (*accuracy > kLoosest)
      item.error(place, fmt::format("N-R accuracy: {:g} would leave the joints open", *accuracy),
                 "1e-6 to 1e-10 are usual");
    else if (*accuracy > kLoose || *accuracy < kTight)
      item.warning(place, fmt::format("N-R accuracy: {:g} is unusual", *accuracy), "1e-6 to 1e-10 are usual");
    if (*accuracy >= kTightest && *accuracy <= kLoosest) result.accuracy = *accuracy;
  }
  if (const auto steps = item.integer("N-R steps")) {
    if (*steps < 1)
      item.error(item.place_of("N-R steps"), fmt::format("N-R steps: must be at least 1, got {}", *steps));
    else
      result.max_iterations = *steps;
  }
}

void read_every(const MbdmItem& item, std::string_view label, int& result) {
  const auto every = item.integer(label);
  if (every && *every < 0)
    item.error(item.place_of(label), fmt::format("{}: must not be negative, got {}", label, *every),
               "0 means never");
  else if (every)
    result = *every;
}

}  // namespace

MbdmMain read_mbdm_main(std::string_view text, const std::shared_ptr<const std::string>& file,
                        Diagnostics& diagnostics) {
  return MainReader(file, diagnostics)
      .read(read_mbdm_entries(text, file, main_labels(), MbdmBeginning::name, diagnostics));
}

MbdmParameters read_mbdm_parameters(const MbdmMain& main) {
  MbdmParameters result;
  result.case_name = main.case_name;
  const MbdmItem& item = main.parameters;
  check_case_name(main);
  if (const auto type = item.integer(kKinematicOrDynamic)) {
    result.is_dynamic = *type == 1;
    if (*type != 0 && *type != 1)
      item.error(item.place_of(kKinematicOrDynamic),
                 fmt::format("expected 0 for kinematic or 1 for dynamic analysis, got {}", *type));
  }
  check_count(item, kNumberOfBodies, main.bodies.size(), main.bodies.size() == 1 ? "body" : "bodies");
  check_count(item, kNumberOfJoints, main.joints.size(), main.joints.size() == 1 ? "joint" : "joints");
  read_times(item, result);
  read_newton(item, result);
  read_every(item, "Save output every (n) steps", result.output_every);
  read_every(item, "Save checkpoint every (n) steps", result.checkpoint_every);
  read_every(item, "Save tracers every (n) steps", result.tracers_every);
  return result;
}

}  // namespace pintle
