// JSON text -> Value, with the exact place of every key and value.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/diagnostics.h"
#include "pintle/model/value.h"

namespace pintle {

// RFC 8259 in UTF-8, plus // and /* */ comments. Duplicate keys, numbers beyond the range of a double and
// nesting deeper than 200 are errors. Stops at the first error of syntax.
std::optional<Value> parse_json(std::string_view text, std::shared_ptr<const std::string> file,
                                Diagnostics& diagnostics);

}  // namespace pintle
