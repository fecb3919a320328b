// Variable step file drive: a column of a file that gives the times, too.
#pragma once

namespace pintle {

class DriveRegistry;

void register_variable_step_file_drive(DriveRegistry& registry);

}  // namespace pintle
