// The bodies, tracers and moorings of a System as MBDM's files show them.
#pragma once

#include <string>
#include <vector>

#include "pintle/output/mbdm_card.h"
#include "pintle/system/system.h"

namespace pintle {

// What a mooring line does at a moment.
struct MbdmLineState {
  Vec3 anchor, fairlead;  // in the ground's axes
  Vec3 force;             // on the body, in the ground's axes
  Vec3 moment;            // on the body about its centre, in its axes
  double tension = 0.0, elongation = 0.0, rate = 0.0, energy = 0.0;
};

class MbdmModel {
 public:
  MbdmModel() = default;
  MbdmModel(const System& system, const MbdmSettings& settings);

  // Why the files cannot show this system; empty when they can.
  const std::string& error() const { return error_; }

  const std::vector<FrameIndex>& bodies() const { return bodies_; }
  const std::vector<FrameIndex>& tracer_frames() const { return tracer_frames_; }
  std::size_t mooring_count() const { return moorings_.size(); }
  MbdmLineState mooring(std::size_t position, const Context& context) const;

  // What acts on each body apart from the reactions of joints, about its centre: the rate of its momentum
  // and G^T lambda. Ground components.
  std::vector<Wrench> applied(const System& system, const Context& context) const;

  // MBDM's vectors: seven numbers per body, in the order of the bodies.
  struct Coordinates {
    VecX q, rates, second_rates;
  };
  Coordinates coordinates(const System& system, const State& state) const;
  void set_coordinates(const System& system, const Coordinates& from, State& state) const;
  // Where a number of State::q is in MBDM's vector; -1: it is of no body.
  int position_of(Index coordinate) const;

 private:
  struct Mooring {
    const ElementSet* set = nullptr;
    Index element = 0;
    Attachment fairlead;
    std::size_t tension = 0, elongation = 0, rate = 0, energy = 0;  // among its outputs
    std::size_t outputs = 0;                                        // how many these are
  };
  FrameIndex find_body(const System& system, const std::string& name);
  Mooring find_mooring(const System& system, const std::string& name);

  std::vector<FrameIndex> bodies_, tracer_frames_;
  std::vector<Mooring> moorings_;
  std::vector<int> positions_;  // by number of State::q
  std::string error_;
};

}  // namespace pintle
