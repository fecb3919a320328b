// Models of the tests of this folder, read from text.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "pintle/app/job.h"
#include "pintle/app/registry_of_everything.h"
#include "pintle/lang/json/json_reader.h"

namespace pintle {

// A spatial pendulum with what is told in ground axes: poses, places, loads, a node without axes, a drive
// that listens.
inline constexpr const char* kSpatialModel = R"({
  "pintle": 1,
  "gravity": {"acceleration": [0, 0, -9.81]},
  "analysis": {"type": "dynamic", "end_time": 0.2, "step": 0.002},
  "drives": [{"name": "push", "type": "sine", "angular_velocity": 9, "amplitude": 3}],
  "nodes": [
    {"name": "bob", "position": [1, 0, 0], "angular_velocity": [0, 1, 2]},
    {"name": "bead", "type": "displacement", "position": [1, 1, 0], "velocity": [0, 0.5, 0]}
  ],
  "bodies": [
    {"node": "bob", "mass": 2, "inertia": [0.1, 0.2, 0.15]},
    {"node": "bead", "type": "point_mass", "mass": 0.5}
  ],
  "laws": [{"name": "string", "type": "linear_viscoelastic", "stiffness": 40, "viscosity": 0.5}],
  "joints": [
    {"type": "universal_hinge", "name": "pivot", "a": {"node": "ground", "orientation": {"x": [0, 1, 0], "z": [0, 0, 1]}},
     "b": {"node": "bob", "offset": [-1, 0, 0]}},
    {"type": "rod", "a": {"node": "bob", "offset": [0.1, 0, 0]}, "b": "bead", "law": "string"},
    {"type": "deformable_displacement_joint", "a": "ground", "b": {"node": "bob", "offset": [0, 0.1, 0]},
     "law": {"type": "linear_elastic_generic", "stiffness": [30, 20, 10]}}
  ],
  "loads": [
    {"type": "force", "name": "wind", "at": {"node": "bob", "offset": [0, 0.1, 0]}, "value": ["push", 1, "2*t - node.bead.velocity.y"]},
    {"type": "force", "name": "jet", "at": "bob", "value": [0, 0.5, 0], "follower": true}
  ]
})";

inline const SchemaRegistry& all_schemas() { return registry_of_everything().schemas(); }

inline ModelDesc model_from(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<ModelDesc> model = read_json_model_text(text, "model.json", all_schemas(), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.to_text();
  return model.value_or(ModelDesc{});
}

inline Job job_from(const ModelDesc& model) {
  Diagnostics diagnostics;
  std::optional<Job> job = make_job(model, {}, diagnostics);
  EXPECT_TRUE(job) << diagnostics.to_text();
  return job ? std::move(*job) : Job{};
}

// A card with one of its fields replaced.
inline ModelDesc with_field(ModelDesc model, const std::string& kind, const std::string& name,
                            const std::string& field, const Value& value) {
  for (Card& card : model.cards)
    if (card.kind == kind && card.name == name) card.set(field, value);
  return model;
}

}  // namespace pintle
