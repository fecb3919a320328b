// Bytes as text (RFC 4648).
#pragma once

#include <span>
#include <string>

namespace pintle {

std::string base64(std::span<const char> bytes);

}  // namespace pintle
