// Fixed step file drive: a column of a file, sampled at equal distances.
#pragma once

namespace pintle {

class DriveRegistry;

void register_fixed_step_file_drive(DriveRegistry& registry);

}  // namespace pintle
