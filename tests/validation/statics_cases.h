// For every joint a wrench that it can carry, where its sides then are, and how the files show it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pintle/verification/model_cards.h"

namespace pintle {

// Where the body is held: the points and axes of both sides in the ground.
struct Seat {
  Vec3 point_a, point_b;
  Mat3 E, F;  // axes of the first and of the second side
};

// How three columns of a line of .jnt show a vector: in axes, or its part along `line` as the first number.
enum class Shown { first_axes, second_axes, ground_axes, along_line };

struct StaticsCase {
  std::string joint;               // keyword
  Vec3 force, moment;              // on the second side, at its point, in the axes of the first side
  Vec3 apart = Vec3::Zero();       // from the first point to the second, in those axes
  Mat3 turn = Mat3::Identity();    // axes of the second side, in those axes
  bool is_shown_on_second = true;  // the files show what acts on the second side, or the opposite
  Shown force_shown = Shown::first_axes, moment_shown = Shown::first_axes;
  Vec3 line = Vec3::Zero();                               // in the axes of the first side
  std::function<void(Card&, const Seat&)> complete = {};  // further fields
  bool is_on_one_node = false;                            // 'at' instead of 'a' and 'b'
  Vec3 velocity = Vec3::Zero();  // of the body, in the axes of the first side: steady motion
  std::string name = {};         // if there are several of a joint
};

const std::vector<StaticsCase>& statics_cases();

}  // namespace pintle
