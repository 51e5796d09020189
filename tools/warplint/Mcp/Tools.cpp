//===- Tools.cpp - What a client may call ---------------------------------===//

#include "Tools.h"

using namespace llvm;

namespace warplint {

using Spec = ArgumentSpec;

static constexpr Spec File = {"file", Spec::Text, true,
                              "The source, from the root or absolute"};
static constexpr Spec Text = {
    "text", Spec::Text, false,
    "The text of the file, in place of what the disk has; the file need not "
    "be there, and nothing is written"};
static constexpr Spec Checks = {
    "checks", Spec::Text, false,
    "Globs of the checks, behind those of .warplint: warplint-* turns all on"};
static constexpr Spec Block = {
    "block", Spec::Texts, false,
    "Block shapes, [KERNEL:]XxYxZ, where the file has no launch"};
static constexpr Spec Assume = {
    "assume", Spec::Texts, false,
    "What holds of parameters, [KERNEL:]CONDITION such as n%32==0; figures "
    "then rest on it"};
static constexpr Spec Detail = {"detail", Spec::Flag, false,
                                "More of everything; up to 48,000 bytes "
                                "instead of 12,000"};
static constexpr Spec From = {
    "from", Spec::Number, false,
    "Where the list begins, to get the rest of a long one"};

static constexpr Spec OfLint[] = {File,   Text,   Checks, Block,
                                  Assume, Detail, From};

static constexpr Spec OfExplain[] = {
    File,
    {"line", Spec::Number, true, "The line of the access"},
    {"column", Spec::Number, false, "Its column, where a line has several"},
    Text,
    Block,
    Assume,
    Detail,
    From};

static constexpr Spec OfCost[] = {
    File,
    {"kernel", Spec::Text, false, "The kernel; without it all of the file"},
    Text,
    Block,
    Assume,
    Detail,
    From};

static constexpr Spec OfSolve[] = {
    {"shape", Spec::Text, true,
     "Extents of the array, the last one varying fastest: 32x32"},
    {"access", Spec::Texts, true,
     "One text an access, with what each lane touches: 'row=lane/8, "
     "col=lane%8', 'store 16: row=lane/8, col=lane%8*4', 'load for k<32: "
     "row=k, col=lane', 'ldmatrix.x4: row=lane%16, col=lane/16*8'"},
    {"elem", Spec::Number, false, "Bytes of an element (4)"},
    {"block", Spec::Text, false, "Threads of the block, for tx, ty, tz: 32x8"},
    {"name", Spec::Text, false, "What the array is called in the answer"},
    {"top", Spec::Number, false, "Layouts to tell (1, with detail 4)"},
    {"banks", Spec::Number, false, "4, 8, 16 or 32 (32)"},
    {"cute", Spec::Flag, false, "Only what cute::Swizzle accepts"},
    {"tma", Spec::Flag, false,
     "The copy engine fills the array: only its swizzle modes"},
    {"lane_order", Spec::Flag, false, "The lanes may be dealt out anew, too"},
    {"arch", Spec::Text, false, "The device whose limits count (sm_90)"},
    {"other_bytes", Spec::Number, false,
     "Shared memory of the block beside the array"},
    {"max_bytes", Spec::Number, false, "The most that the array may take"},
    {"dynamic", Spec::Flag, false, "The array's size is given at launch"},
    Detail,
    From};

static constexpr Spec OfFix[] = {
    File,
    {"apply", Spec::Flag, false,
     "Write the files; without it the answer is the diff, and nothing is "
     "written"},
    {"line", Spec::Number, false, "Mend the findings of this line alone"},
    {"style", Spec::Text, false, "auto, expression, helper or pad"},
    Text,
    Checks,
    Block,
    Assume,
    Detail,
    From};

static constexpr Tool All[] = {
    {"lint", "Lint a CUDA file",
     "Finds accesses of a CUDA source that cost a warp more than they have to "
     "(bank conflicts in shared memory; by checks=warplint-* all else that "
     "there is), the costliest first, one line each, with the layout that "
     "costs less. Says how many accesses are clean, and how many unproven.",
     OfLint, lintTool},
    {"explain", "Explain the accesses of a line",
     "How the verdict on each shared-memory access of a line came about: "
     "address, launch, proof, and with detail which lane touches which bank.",
     OfExplain, explainTool},
    {"cost", "What a kernel waits for",
     "Estimates what a block asks of each pipe of the GPU, which is the "
     "busiest, and what mending conflicts can gain at most. Of a kernel that "
     "is named, or with detail, the whole table.",
     OfCost, costTool},
    {"solve", "Find a layout without conflicts",
     "Layouts of a shared array with the fewest bank conflicts, from its shape "
     "and from formulas of its accesses, without any source; with C++ for "
     "index or declaration. Says whether the best is proven to be optimal.",
     OfSolve, solveTool},
    {"fix", "Show or apply proven fixes",
     "Edits that make accesses cheaper and that were proven by a second "
     "analysis of the edited text. Shows the diff; apply=true writes the "
     "files, each whole or not at all.",
     OfFix, fixTool, /*Writes=*/true},
};

ArrayRef<Tool> allTools() { return All; }

} // namespace warplint
