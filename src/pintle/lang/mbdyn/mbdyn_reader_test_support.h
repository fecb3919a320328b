// What tests of the reader share: a small vocabulary, and models of two nodes.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {

// A small vocabulary: the language names no joint.
inline SchemaRegistry small_vocabulary() {
  SchemaRegistry registry;
  registry.add(CardSchema("joint", "pivot")
                   .attachment("a")
                   .attachment("b")
                   .real("angle")
                   .optional()
                   .synonyms({"swivel"})
                   .mbdyn({"some hinge", "old hinge"}, "<a>, <b>, [initial theta, <angle>]")
                   .mbdyn({"some pin"}, "<b>, <a:pin>"));
  registry.add(CardSchema("joint", "link")
                   .attachment("a")
                   .attachment("b")
                   .drive("length")
                   .unit("m")
                   .optional()
                   .mbdyn({"some distance"}, "<a:point>, <b:point>, {from nodes | <length>}"));
  registry.add(CardSchema("drive", "ramp")
                   .real("slope")
                   .real("end")
                   .optional()
                   .mbdyn({"ramp"}, "<slope>, {forever | <end>}"));
  registry.add(CardSchema("drive", "constant").real("value").mbdyn({"const"}, "<value>"));
  return registry;
}

class MbdynReader : public testing::Test {
 protected:
  ModelDesc read(std::string text) {
    diagnostics_ = {};
    return *read_mbdyn_model_text(std::move(text), "model.mbd", registry_, diagnostics_);
  }
  ModelDesc read_elements(const std::string& cards) {
    const std::string type = cards.find("body:") == std::string::npos ? "static" : "dynamic";
    return read(
        "begin: nodes;\n"
        "structural: 1, " +
        type +
        ", 1., 0., 0., 3, 0., 0., 1., 1, 0., 1., 0., null, null;\n"
        "structural: 2, static, null, eye, null, null;\n"
        "end: nodes;\nbegin: elements;\n" +
        cards + "\nend: elements;\n");
  }
  std::string problems(const std::string& cards) {
    read_elements(cards);
    return diagnostics_.to_text();
  }
  SchemaRegistry registry_ = small_vocabulary();
  Diagnostics diagnostics_;
};

std::vector<double> numbers(const Value& value) {
  std::vector<double> list;
  for (const Value& item : value.as_list()) list.push_back(item.as_number());
  return list;
}

}  // namespace pintle
