#include "pintle/system/connector.h"

namespace pintle {

BlockId Connector::block(Slot rows, Slot columns) {
  if (width_of(rows) == 0 || width_of(columns) == 0) return kNoBlock;
  requests_.push_back({rows, columns});
  return static_cast<BlockId>(requests_.size()) - 1;
}

Index Connector::states(Index count, const std::string& owner) {
  state_names_.insert(state_names_.end(), static_cast<std::size_t>(count), owner);
  return take(layout_.states, count);
}

Index Connector::modes(Index count) {
  const Index first = history(count);
  for (Index i = 0; i < count; ++i) modes_.push_back(first + i);
  return first;
}

Index Connector::first_of(const Slot& slot) const {
  switch (slot.kind) {
    case Slot::Kind::frame:
      return layout_.motion_of(slot.index);
    case Slot::Kind::scalar:
      return layout_.first_scalar() + slot.index;
    case Slot::Kind::state:
      return layout_.first_state() + slot.index;
    case Slot::Kind::multipliers:
      return layout_.first_multiplier() + slot.index;
  }
  return 0;
}

namespace {

BlockRows rows_of(const Slot& slot) {
  switch (slot.kind) {
    case Slot::Kind::multipliers:
      switch (slot.level) {
        case ConstraintLevel::velocity:
          return BlockRows::velocity_constraint;
        case ConstraintLevel::acceleration:
          return BlockRows::acceleration_constraint;
        default:
          return BlockRows::constraint;
      }
    case Slot::Kind::state:
      return BlockRows::state;
    default:
      return BlockRows::motion;
  }
}

}  // namespace

Index Connector::width_of(const Slot& slot) const {
  return slot.kind == Slot::Kind::frame ? layout_.motion_width(slot.index) : slot.count;
}

Connector::Result Connector::finish() {
  const Index size = layout_.equations();
  Result result{SparsePattern(size, size), {}, {}, modes_, state_names_};
  for (const Request& request : requests_)
    result.pattern.add_block(first_of(request.rows), width_of(request.rows), first_of(request.columns),
                             width_of(request.columns));
  for (Index i = 0; i < size; ++i) result.pattern.add_block(i, 1, i, 1);
  result.pattern.finish();

  for (const Request& request : requests_) {
    Block block;
    block.first_position = static_cast<Index>(result.table.positions.size());
    block.column_frame = request.columns.kind == Slot::Kind::frame ? request.columns.index : kGroundFrame;
    block.rows = static_cast<std::uint8_t>(width_of(request.rows));
    block.columns = static_cast<std::uint8_t>(width_of(request.columns));
    block.row_kind = rows_of(request.rows);
    const Index row = first_of(request.rows);
    const Index column = first_of(request.columns);
    for (Index c = 0; c < block.columns; ++c)
      result.table.positions.push_back(result.pattern.find(row, column + c));
    result.table.blocks.push_back(block);
  }
  for (Index i = 0; i < size; ++i) result.diagonal.push_back(result.pattern.find(i, i));
  return result;
}

}  // namespace pintle
