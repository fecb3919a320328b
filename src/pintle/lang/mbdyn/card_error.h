// CardError: something that ends the reading of a card; the reader reports it and goes on with the next.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "pintle/base/source_place.h"

namespace pintle::mbdyn {

struct CardError : std::runtime_error {
  CardError(SourcePlace where, const std::string& message, std::string what_to_do = "")
      : std::runtime_error(message), place(std::move(where)), advice(std::move(what_to_do)) {}
  SourcePlace place;
  std::string advice;
  bool is_consequence = false;  // of a mistake that has been told: nothing is said
};

}  // namespace pintle::mbdyn
