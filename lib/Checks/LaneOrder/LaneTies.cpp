//===- LaneTies.cpp - What ties lanes together ----------------------------===//

#include "LaneTies.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace clang;

namespace warplint {

bool tiesLanes(StringRef Name) {
  return any_of(
      ArrayRef<StringRef>{"shfl",   "ballot", "_any",   "_all",  "vote",
                          "match",  "reduce", "active", "sync",  "atomic",
                          "lane",   "warp",   "thread", "tid",   "rank",
                          "sreg",   "clock",  "timer",  "elect", "mma",
                          "matrix", "nanosl", "rand",   "group"},
      [&](StringRef Word) { return Name.contains_insensitive(Word); });
}

bool isOfOneLane(StringRef Assembly) {
  static constexpr StringRef Opcodes[] = {
      "shfl",       "vote",      "match",         "redux",     "red.",
      "atom",       "mma",       "wmma",          "wgmma",     "ldmatrix",
      "stmatrix",   "movmatrix", "elect",         "bar",       "mbarrier",
      "activemask", "tcgen",     "cp.async.bulk", "cp.reduce", "setmaxnreg",
      "nanosleep"};
  static constexpr StringRef Registers[] = {"laneid", "lanemask", "%tid",
                                            "warpid", "clock"};
  SmallVector<StringRef> Words;
  SplitString(Assembly, Words, " \t\n\r;{},");
  return none_of(Words,
                 [](StringRef Word) {
                   return any_of(Opcodes, [&](StringRef Opcode) {
                     return Word.starts_with(Opcode);
                   });
                 }) &&
         none_of(Registers,
                 [&](StringRef Name) { return Assembly.contains(Name); });
}

bool isOfLibraryObject(const FunctionDecl &F) {
  return isa<CXXMethodDecl>(F) && !isa<CXXConversionDecl>(F) &&
         !F.isOverloadedOperator() && !F.isDefaulted();
}

bool isBlockBarrier(StringRef Name) {
  return Name == "__syncthreads" || Name == "__nvvm_barrier0" ||
         Name.starts_with("__builtin_assume");
}

} // namespace warplint
