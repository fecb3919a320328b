// The verification cases by theme; each function adds its own.
#pragma once

#include <vector>

#include "pintle/verification/verify.h"

namespace pintle {

void add_lie_group_cases(std::vector<VerificationCase>& all);
void add_rigid_body_cases(std::vector<VerificationCase>& all);
void add_mechanism_cases(std::vector<VerificationCase>& all);
void add_nonholonomic_cases(std::vector<VerificationCase>& all);
void add_method_cases(std::vector<VerificationCase>& all);
void add_law_cases(std::vector<VerificationCase>& all);
void add_adams_cases(std::vector<VerificationCase>& all);
void add_mbdm_document_cases(std::vector<VerificationCase>& all);
void add_mbdm_compressor_cases(std::vector<VerificationCase>& all);
void add_mbdm_gyroscope_cases(std::vector<VerificationCase>& all);
void add_mbdm_partition_cases(std::vector<VerificationCase>& all);
void add_mbdm_joint_cases(std::vector<VerificationCase>& all);
void add_joint_cases(std::vector<VerificationCase>& all);
void add_joint_loop_cases(std::vector<VerificationCase>& all);
void add_wec_cases(std::vector<VerificationCase>& all);

}  // namespace pintle
