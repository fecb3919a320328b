// The model as MBDyn's files see it: nodes and elements with whole-number labels, in the order of the input.
#pragma once

#include <map>
#include <vector>

#include "pintle/output/mbdyn.h"
#include "pintle/system/system.h"

namespace pintle {

class MbdynModel {
 public:
  struct Node {
    FrameIndex frame = kGroundFrame;
    int label = 0;
    bool has_axes = true, is_dynamic = true;
    MbdynItem item;
  };
  struct Element {
    const ElementSet* set = nullptr;
    Index element = 0;
    int label = 0;
    MbdynItem item;
  };

  MbdynModel() = default;
  // A name that is a whole number is a label; other names get the numbers that are left, from 1 on.
  MbdynModel(const System& system, const MbdynSettings& settings);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Element>& elements(std::string_view kind) const;  // "body", "joint", "load"
  int label_of(FrameIndex frame) const { return frame_labels_[static_cast<std::size_t>(frame)]; }

 private:
  std::vector<Node> nodes_;
  std::map<std::string, std::vector<Element>, std::less<>> elements_;
  std::vector<int> frame_labels_;  // the ground's is 0
};

}  // namespace pintle
