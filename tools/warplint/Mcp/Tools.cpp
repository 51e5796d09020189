//===- Tools.cpp - What a client may call ---------------------------------===//

#include "Tools.h"

using namespace llvm;

namespace warplint {

using Spec = ArgumentSpec;

static constexpr Spec File = {
    "file", Spec::Text, true,
    "The source file, relative to the root or absolute"};
static constexpr Spec Text = {
    "text", Spec::Text, false,
    "The text of the file, used instead of the file on disk, which need not "
    "exist; nothing is written"};
static constexpr Spec Checks = {
    "checks", Spec::Text, false,
    "Globs of checks, appended to those of .warplint; warplint-* enables all"};
static constexpr Spec Block = {
    "block", Spec::Texts, false,
    "Block shapes, [KERNEL:]XxYxZ, for kernels without a launch in the file"};
static constexpr Spec Assume = {"assume", Spec::Texts, false,
                                "Conditions on parameters, [KERNEL:]CONDITION "
                                "such as n%32==0; results then depend on them"};
static constexpr Spec Detail = {
    "detail", Spec::Flag, false,
    "More detail; up to 48,000 bytes instead of 12,000"};
static constexpr Spec From = {"from", Spec::Number, false,
                              "The first item, to get the rest of a long list"};

static constexpr Spec OfLint[] = {File,   Text,   Checks, Block,
                                  Assume, Detail, From};

static constexpr Spec OfExplain[] = {
    File,
    {"line", Spec::Number, true, "The line of the access"},
    {"column", Spec::Number, false,
     "Its column, if the line has several accesses"},
    Text,
    Block,
    Assume,
    Detail,
    From};

static constexpr Spec OfCost[] = {
    File,
    {"kernel", Spec::Text, false,
     "The kernel (default: all kernels of the file)"},
    Text,
    Block,
    Assume,
    Detail,
    From};

static constexpr Spec OfSolve[] = {
    {"shape", Spec::Text, true,
     "Extents of the array, the last one varying fastest: 32x32"},
    {"access", Spec::Texts, true,
     "One string per access, with the element of each lane: 'row=lane/8, "
     "col=lane%8', 'store 16: row=lane/8, col=lane%8*4', 'load for k<32: "
     "row=k, col=lane', 'ldmatrix.x4: row=lane%16, col=lane/16*8'"},
    {"elem", Spec::Number, false, "Bytes of an element (4)"},
    {"block", Spec::Text, false, "Block shape, for tx, ty, tz: 32x8"},
    {"name", Spec::Text, false, "Name of the array in the answer"},
    {"top", Spec::Number, false,
     "Number of layouts (default: 1, with detail 4)"},
    {"banks", Spec::Number, false, "4, 8, 16 or 32 (32)"},
    {"cute", Spec::Flag, false, "Only what cute::Swizzle accepts"},
    {"tma", Spec::Flag, false,
     "The copy engine fills the array: only its swizzle modes"},
    {"lane_order", Spec::Flag, false, "Also reorder the lanes"},
    {"arch", Spec::Text, false, "The device for limits (default: sm_90)"},
    {"other_bytes", Spec::Number, false,
     "Shared memory of the block besides the array"},
    {"max_bytes", Spec::Number, false, "Size limit of the array"},
    {"dynamic", Spec::Flag, false, "The array's size is set at launch"},
    Detail,
    From};

static constexpr Spec OfFix[] = {
    File,
    {"apply", Spec::Flag, false,
     "Write the files (default: only show the diff)"},
    {"line", Spec::Number, false, "Fix only the findings of this line"},
    {"style", Spec::Text, false, "auto, expression or pad"},
    Text,
    Checks,
    Block,
    Assume,
    Detail,
    From};

static constexpr Tool All[] = {
    {"lint", "Lint a CUDA file",
     "Finds accesses in a CUDA source with avoidable cost (bank conflicts in "
     "shared memory; checks=warplint-* enables all other checks), costliest "
     "first, one line each, with a cheaper layout. Counts clean and unproven "
     "accesses.",
     OfLint, lintTool},
    {"explain", "Explain the accesses of a line",
     "Explains the verdict on each shared-memory access of a line: address, "
     "launch, proof, and with detail which lane accesses which bank.",
     OfExplain, explainTool},
    {"cost", "What a kernel waits for",
     "Estimates the load of each GPU pipe per block, the busiest pipe, and the "
     "largest speedup from fixing conflicts. Shows the whole table for a named "
     "kernel or with detail.",
     OfCost, costTool},
    {"solve", "Find a layout without conflicts",
     "Finds layouts of a shared array with the fewest bank conflicts, from its "
     "shape and formulas of its accesses, without source code; with C++ for "
     "index or declaration. Says whether the best is proven optimal.",
     OfSolve, solveTool},
    {"fix", "Show or apply proven fixes",
     "Edits that make accesses cheaper, proven by a second analysis of the "
     "edited text. Shows the diff; apply=true writes the files, each "
     "completely or not at all.",
     OfFix, fixTool, /*Writes=*/true},
};

ArrayRef<Tool> allTools() { return All; }

} // namespace warplint
