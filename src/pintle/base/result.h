// A value, or the reason why there is none.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace pintle {

struct Failure {
  std::string message;
};

template <class T>
class Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Failure failure) : content_(std::move(failure)) {}

  bool is_ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return is_ok(); }

  const T& value() const& { return std::get<T>(content_); }
  T&& value() && { return std::get<T>(std::move(content_)); }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }
  const std::string& message() const { return std::get<Failure>(content_).message; }

 private:
  std::variant<T, Failure> content_;
};

}  // namespace pintle
