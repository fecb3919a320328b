#include "pintle/app/registry_of_everything.h"

#include "pintle/analysis/register_all_analysis.h"
#include "pintle/bodies/register_all_bodies.h"
#include "pintle/drives/register_all_drives.h"
#include "pintle/formulations/register_all_formulations.h"
#include "pintle/functions/register_all_functions.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/laws/register_all_laws.h"
#include "pintle/loads/register_all_loads.h"
#include "pintle/nodes/register_all_nodes.h"
#include "pintle/output/register_all_output.h"

namespace pintle {

const Registry& registry_of_everything() {
  static const Registry registry = [] {
    Registry r;
    register_all_drives(r.drives());
    r.publish_drives();
    register_all_functions(r.functions());
    register_all_laws(r.laws());
    r.publish_laws();
    register_all_nodes(r);
    register_all_bodies(r);
    register_all_joints(r);
    register_all_loads(r);
    register_all_output(r);
    register_all_formulations(r);
    register_all_analysis(r);
    r.schemas().set_default_type("node", "dynamic");
    r.schemas().set_default_type("body", "rigid_body");
    r.schemas().set_default_type("solver", "absolute");
    r.schemas().set_default_type("analysis", "dynamic");
    return r;
  }();
  return registry;
}

}  // namespace pintle
