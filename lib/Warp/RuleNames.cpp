//===- RuleNames.cpp - Units and rules in words ---------------------------===//

#include "warplint/Warp/WarpModel.h"

namespace warplint {

std::string_view unitName(CostUnit Unit) {
  static constexpr std::string_view Names[] = {"wavefronts", "lines", "sectors",
                                               "passes"};
  return Names[size_t(Unit)];
}

namespace {
struct RuleText {
  std::string_view Name, Sentence;
};
} // namespace

/// In the order of CostRule.
static constexpr RuleText Rules[] = {
    {"no-active-lane", "no lane is active, so nothing is transferred"},
    {"whole-warp",
     "an access of up to 4 bytes per lane takes one wavefront for each "
     "distinct word of the fullest bank, over all 32 lanes"},
    {"half-warps",
     "an 8-byte access is served by half-warps: the distinct words of "
     "the fullest bank, summed over lanes 0-15 and 16-31"},
    {"quarter-warps",
     "a 16-byte access is served by quarter-warps: the distinct words of "
     "the fullest bank, summed over the four groups of 8 lanes"},
    {"pair-merged",
     "lanes i and i xor 1, or i and i xor 2, load from one address "
     "throughout the warp, so neighboring half-warps (8 bytes per lane) "
     "or quarter-warps (16 bytes) merge into one group"},
    {"matrix-rows",
     "each 8x8 matrix is transferred by itself: the distinct words of "
     "the fullest bank, summed over the groups of 8 row addresses"},
    {"lanes-per-bank",
     "lanes take turns in a bank, those at one address too: the active "
     "lanes in the fullest bank"},
    {"lanes-per-bank-twice",
     "lanes take turns in a bank, those at one address too, and "
     "compare-and-swap takes two passes per turn: twice the active lanes "
     "in the fullest bank"},
    {"lanes-per-bank-halves",
     "lanes take turns in a bank, those at one address too: the active "
     "lanes in the fullest bank, summed over lanes 0-15 and 16-31"},
    {"lanes-per-bank-halves-twice",
     "lanes take turns in a bank, those at one address too, and "
     "compare-and-swap takes two passes per turn: twice the active lanes "
     "in the fullest bank, summed over lanes 0-15 and 16-31"},
    {"lanes-per-bank-quarters",
     "lanes take turns in a bank, those at one address too: the active "
     "lanes in the fullest bank, summed over the four groups of 8 lanes"},
    {"lanes-per-bank-quarters-twice",
     "lanes take turns in a bank, those at one address too, and "
     "compare-and-swap takes two passes per turn: twice the active lanes in "
     "the fullest bank, summed over the four groups of 8 lanes"},
    {"counting-atomic",
     "adding the constant 1 counts the lanes at each address at once: "
     "one wavefront for each distinct word of the fullest bank"},
    {"combined-atomic",
     "the compiler sees that all lanes address one word: it combines "
     "their operands, and one lane asks memory"},
    {"swap-loop",
     "a loop: in every pass the lanes that are left load their word, and "
     "one lane of each bank succeeds in a compare-and-swap, which takes "
     "two wavefronts (8 bytes per lane: for each half-warp)"},
    {"retry-loop",
     "a loop: after one load, every pass takes twice the lanes that are "
     "left in the fullest bank, and one lane of each word succeeds"},
    {"full-lines",
     "a 16-byte asynchronous copy past the L1 cache costs the 128-byte "
     "lines of shared "
     "memory that its destinations touch"},
    {"sectors",
     "global memory is transferred in sectors of 32 bytes: those that "
     "the warp touches"},
    {"sector-turns",
     "lanes that update one address take turns: the sectors of 32 bytes that "
     "the lanes of each turn touch, summed"},
    {"local-sectors",
     "local memory holds each word of the 32 lanes side by side: the sectors "
     "of 32 bytes that the warp touches, 4 where all lanes use one index"},
    {"remote-sectors",
     "the shared memory of another block is transferred in sectors of 32 "
     "bytes, whatever their banks are: those that the warp touches"},
    {"remote-turns",
     "lanes that update one address of another block's shared memory take "
     "turns: the sectors of 32 bytes that the lanes of each turn touch, "
     "summed"},
    {"constant-turns",
     "the constant cache serves one address per pass: the distinct addresses "
     "of the warp, twice for 16 bytes per lane"},
};

std::string_view ruleSentence(CostRule Rule) {
  return Rules[size_t(Rule)].Sentence;
}

std::string_view ruleName(CostRule Rule) { return Rules[size_t(Rule)].Name; }

} // namespace warplint
