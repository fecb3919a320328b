// Constant drive: the same value at all times.
#pragma once

namespace pintle {

class DriveRegistry;

void register_constant_drive(DriveRegistry& registry);

}  // namespace pintle
