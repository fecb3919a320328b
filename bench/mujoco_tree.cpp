#include "bench/tree_peers.h"

#if PINTLE_HAS_MUJOCO
#include <mujoco/mujoco.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#endif

namespace pintle {

#if PINTLE_HAS_MUJOCO

namespace {

std::string mujoco_numbers(const Triple& v) {
  char text[120];
  std::snprintf(text, sizeof text, "%.17g %.17g %.17g", v[0], v[1], v[2]);
  return text;
}

void write_mujoco_body(const PeerTree& tree, int index, std::ostream& out) {
  const PeerLink& link = tree.links[static_cast<std::size_t>(index)];
  out << "<body pos=\"" << mujoco_numbers(link.hinge) << "\"><joint name=\"" << index
      << "\" type=\"hinge\" axis=\"" << mujoco_numbers(link.axis) << "\"/><inertial pos=\""
      << mujoco_numbers(link.center) << "\" mass=\"" << link.mass << "\" diaginertia=\""
      << mujoco_numbers(link.inertia) << "\"/>\n";
  for (int child = index + 1; child < static_cast<int>(tree.links.size()); ++child)
    if (tree.links[static_cast<std::size_t>(child)].parent == index) write_mujoco_body(tree, child, out);
  out << "</body>\n";
}

std::string mujoco_text(const PeerTree& tree) {
  std::ostringstream out;
  out.precision(17);
  out << "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option gravity=\"0 0 "
      << -kPeerGravity << "\"><flag contact=\"disable\" constraint=\"disable\"/></option><worldbody>\n";
  for (int i = 0; i < static_cast<int>(tree.links.size()); ++i)
    if (tree.links[static_cast<std::size_t>(i)].parent < 0) write_mujoco_body(tree, i, out);
  out << "</worldbody></mujoco>\n";
  return out.str();
}

// The stages that forward dynamics without contacts, actuators and sensors needs, and no other.
class MujocoTree final : public TreePeer {
 public:
  explicit MujocoTree(mjModel* model) : model_(model), data_(mj_makeData(model)) {
    for (int i = 0; i < model->njnt; ++i) {
      const int joint = mj_name2id(model, mjOBJ_JOINT, std::to_string(i).c_str());
      place_.push_back(model->jnt_dofadr[joint]);
    }
  }
  ~MujocoTree() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoTree(const MujocoTree&) = delete;
  MujocoTree& operator=(const MujocoTree&) = delete;

  void evaluate(const std::vector<double>& angles, const std::vector<double>& rates,
                std::vector<double>& second_rates) override {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      data_->qpos[place_[i]] = angles[i];
      data_->qvel[place_[i]] = rates[i];
    }
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_crb(model_, data_);
    mj_factorM(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 0, data_->qfrc_bias);
    for (int i = 0; i < model_->nv; ++i) data_->qfrc_smooth[i] = -data_->qfrc_bias[i];
    mj_solveM(model_, data_, data_->qacc, data_->qfrc_smooth, 1);
    for (std::size_t i = 0; i < place_.size(); ++i) second_rates[i] = data_->qacc[place_[i]];
  }

 private:
  mjModel* model_;
  mjData* data_;
  std::vector<int> place_;
};

}  // namespace

std::unique_ptr<TreePeer> make_mujoco_tree(const PeerTree& tree, std::string& reason) {
  const auto path = std::filesystem::temp_directory_path() / ("pintle_" + tree.name + ".xml");
  std::ofstream(path) << mujoco_text(tree);
  char error[1000] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  std::filesystem::remove(path);
  if (model == nullptr) {
    reason = std::string("MuJoCo does not read it: ") + error;
    return nullptr;
  }
  return std::make_unique<MujocoTree>(model);
}

#else

std::unique_ptr<TreePeer> make_mujoco_tree(const PeerTree&, std::string& reason) {
  reason = "MuJoCo is not part of this build";
  return nullptr;
}

#endif

}  // namespace pintle
