//===- RuleNames.cpp - Units and rules in words ---------------------------===//

#include "warplint/Warp/WarpModel.h"

namespace warplint {

std::string_view unitName(CostUnit Unit) {
  switch (Unit) {
  case CostUnit::Wavefronts:
    return "wavefronts";
  case CostUnit::Lines:
    return "lines";
  case CostUnit::Sectors:
    return "sectors";
  }
  return {};
}

std::string_view ruleSentence(CostRule Rule) {
  switch (Rule) {
  case CostRule::NoActiveLane:
    return "no lane is active, so nothing is transferred";
  case CostRule::WholeWarp:
    return "an access of up to 4 bytes a lane takes one wavefront for each "
           "distinct word of the fullest bank, over all 32 lanes";
  case CostRule::HalfWarps:
    return "an 8-byte access is served by half-warps: the distinct words of "
           "the fullest bank, summed over lanes 0-15 and 16-31";
  case CostRule::QuarterWarps:
    return "a 16-byte access is served by quarter-warps: the distinct words of "
           "the fullest bank, summed over the four groups of 8 lanes";
  case CostRule::PairMerged:
    return "lanes i and i xor 1, or i and i xor 2, load from one address "
           "throughout the warp, so neighbouring half-warps (8 bytes a lane) "
           "or quarter-warps (16 bytes) merge into one group";
  case CostRule::MatrixRows:
    return "each 8x8 matrix is transferred by itself: the distinct words of "
           "the fullest bank, summed over the groups of 8 row addresses";
  case CostRule::LanesPerBank:
    return "lanes take turns in a bank, those at one address too: the active "
           "lanes in the fullest bank";
  case CostRule::LanesPerBankTwice:
    return "lanes take turns in a bank, those at one address too, and "
           "compare-and-swap takes two passes a turn: twice the active lanes "
           "in the fullest bank";
  case CostRule::LanesPerBankHalves:
    return "lanes take turns in a bank, those at one address too: the active "
           "lanes in the fullest bank, summed over lanes 0-15 and 16-31";
  case CostRule::LanesPerBankHalvesTwice:
    return "lanes take turns in a bank, those at one address too, and "
           "compare-and-swap takes two passes a turn: twice the active lanes "
           "in the fullest bank, summed over lanes 0-15 and 16-31";
  case CostRule::LanesPerBankQuarters:
    return "lanes take turns in a bank, those at one address too: the active "
           "lanes in the fullest bank, summed over the four groups of 8 lanes";
  case CostRule::CountingAtomic:
    return "adding the constant 1 counts the lanes at each address at once: "
           "one wavefront for each distinct word of the fullest bank";
  case CostRule::CombinedAtomic:
    return "the compiler sees that all lanes address one word: it combines "
           "their operands, and one lane asks memory";
  case CostRule::SwapLoop:
    return "a loop: in every pass the lanes that are left load their word, and "
           "one lane of each bank succeeds in a compare-and-swap, which takes "
           "two wavefronts (8 bytes a lane: for each half-warp)";
  case CostRule::RetryLoop:
    return "a loop: after one load, every pass takes twice the lanes that are "
           "left in the fullest bank, and one lane of each word succeeds";
  case CostRule::FullLines:
    return "a 16-byte asynchronous copy past the L1 cache costs the 128-byte "
           "lines of shared "
           "memory that its destinations touch";
  case CostRule::Sectors:
    return "global memory is transferred in sectors of 32 bytes: those that "
           "the warp touches";
  }
  return {};
}

std::string_view ruleName(CostRule Rule) {
  switch (Rule) {
  case CostRule::NoActiveLane:
    return "no-active-lane";
  case CostRule::WholeWarp:
    return "whole-warp";
  case CostRule::HalfWarps:
    return "half-warps";
  case CostRule::QuarterWarps:
    return "quarter-warps";
  case CostRule::PairMerged:
    return "pair-merged";
  case CostRule::MatrixRows:
    return "matrix-rows";
  case CostRule::LanesPerBank:
    return "lanes-per-bank";
  case CostRule::LanesPerBankTwice:
    return "lanes-per-bank-twice";
  case CostRule::LanesPerBankHalves:
    return "lanes-per-bank-halves";
  case CostRule::LanesPerBankHalvesTwice:
    return "lanes-per-bank-halves-twice";
  case CostRule::LanesPerBankQuarters:
    return "lanes-per-bank-quarters";
  case CostRule::CountingAtomic:
    return "counting-atomic";
  case CostRule::CombinedAtomic:
    return "combined-atomic";
  case CostRule::SwapLoop:
    return "swap-loop";
  case CostRule::RetryLoop:
    return "retry-loop";
  case CostRule::FullLines:
    return "full-lines";
  case CostRule::Sectors:
    return "sectors";
  }
  return {};
}

} // namespace warplint
