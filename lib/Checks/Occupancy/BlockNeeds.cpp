//===- BlockNeeds.cpp - What a block takes of an SM -----------------------===//

#include "BlockNeeds.h"

namespace warplint {

unsigned BlockNeeds::blocks() const {
  return Limits.blocksPerSM(SharedBytes, Threads, Registers);
}

OccupancyLimit BlockNeeds::limitedBy() const {
  const unsigned Blocks = blocks();
  if (registerBlocksPerSM(Registers, Threads) == Blocks)
    return OccupancyLimit::Registers;
  if (Limits.blocksPerSM(0, Threads) > Blocks)
    return OccupancyLimit::SharedMemory;
  return Blocks == Limits.SMBlocks ? OccupancyLimit::Blocks
                                   : OccupancyLimit::Warps;
}

unsigned BlockNeeds::warps() const { return blocks() * warpsOf(Threads); }

unsigned BlockNeeds::registersForMore() const {
  BlockNeeds Other = *this;
  while (Other.Registers > 0 && Other.blocks() <= blocks())
    --Other.Registers;
  return Other.Registers;
}

unsigned BlockNeeds::registersForSame() const {
  BlockNeeds Other = *this;
  while (Other.Registers < MaxRegisters && Other.blocks() >= blocks())
    ++Other.Registers;
  return Other.blocks() >= blocks() ? Other.Registers : Other.Registers - 1;
}

std::optional<uint64_t> BlockNeeds::bytesForMore() const {
  BlockNeeds Other = *this;
  Other.SharedBytes = 0;
  if (Other.blocks() <= blocks())
    return std::nullopt;
  // Fewer bytes never hold fewer blocks.
  uint64_t Low = 0, High = SharedBytes;
  while (High - Low > 1) {
    Other.SharedBytes = Low + (High - Low) / 2;
    (Other.blocks() > blocks() ? Low : High) = Other.SharedBytes;
  }
  return Low;
}

} // namespace warplint
