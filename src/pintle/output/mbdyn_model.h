// The model as MBDyn's files see it: nodes and elements with whole-number labels, in the order of the input.
#pragma once

#include <map>
#include <vector>

#include "pintle/output/mbdyn.h"
#include "pintle/system/system.h"

namespace pintle {

class MbdynModel {
 public:
  // A node of its own, or a frame that follows from others: an element of kind "node".
  struct Node {
    FrameIndex frame = kGroundFrame;
    int label = 0;
    bool has_axes = true, is_dynamic = true;
    MbdynItem item;
    const ElementSet* derived = nullptr;
    Index element = 0;

    const std::string& name(const System& system) const;
    Frame motion(const Context& context) const;
  };
  struct Element {
    const ElementSet* set = nullptr;
    Index element = 0;
    int label = 0;
    MbdynItem item;
    const ElementSet* friction = nullptr;  // what rubs in it; reported behind it
    Index friction_element = 0;
    std::size_t position = 0;  // of its card in the model

    void report(const Context& context, ReportSink& sink) const {
      set->report(context, element, sink);
      if (friction) friction->report(context, friction_element, sink);
    }
  };

  MbdynModel() = default;
  // A name that is a whole number is a label; other names get the numbers that are left, from 1 on.
  MbdynModel(const System& system, const MbdynSettings& settings);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Element>& elements(std::string_view kind) const;  // "body", "joint", "load"
  // Bodies, joints and loads in the order of the model.
  std::vector<const Element*> elements_in_order() const;
  int label_of(FrameIndex frame) const { return frame_labels_[static_cast<std::size_t>(frame)]; }

 private:
  void add_friction();

  std::vector<Node> nodes_;
  std::map<std::string, std::vector<Element>, std::less<>> elements_;
  std::vector<int> frame_labels_;  // the ground's is 0
};

}  // namespace pintle
