//===- Wording.h - Phrases that messages are made of ------------*- C++ -*-===//
//
// What the checks and the reports call things, in one place, so that a text
// says of one thing the same everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_WORDING_H
#define WARPLINT_FINDING_WORDING_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Finding/LayoutRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

/// Names and expressions longer than this are shortened in text.
inline constexpr size_t LongestName = 80;

/// "126,976".
std::string grouped(uint64_t N);

/// "1 warp", "126,976 excess wavefronts".
std::string counted(uint64_t N, llvm::StringRef What);

/// "a, b and c".
std::string listed(llvm::ArrayRef<std::string> Words,
                   llvm::StringRef Last = " and ");

/// "wavefront", "shared-memory line", "sector", "pass".
llvm::StringRef unitPhrase(CostUnit Unit);

/// The memory that a request leads to: "shared", "cluster" (of another block),
/// "global", "local", "constant".
llvm::StringRef memoryOf(const AccessRecord &A);

/// "4 wavefronts, ideal 1".
std::string figuresText(const WarpCost &Cost);

/// Why \p V is unproven.
std::string reasonOf(const AccessVerdict &V);

/// What is said of a figure without an excess: "conflict-free", of sectors
/// "coalesced", of passes "uniform".
llvm::StringRef cleanPhrase(CostUnit Unit);

/// The figures for an excess, else "conflict-free", "unproven", "no lane
/// executes it".
std::string outcomeText(VerdictKind Kind, const WarpCost &Cost);

/// The same of a verdict, with its reason where it is unproven.
std::string outcomeText(const AccessVerdict &V);

/// "32-bit load", "ldmatrix.x4", "16-byte cp.async".
std::string accessPhrase(const AccessRecord &Access);

/// " of 'tile'"; empty where no array is known.
std::string ofArray(llvm::StringRef Array);

/// "in warp 3, "; empty in a block of one warp.
std::string inWarp(unsigned Warp, unsigned WarpsInBlock);

/// "32-bit load of 'tile' in 'transpose'".
std::string accessTitle(const AccessRecord &Access);

/// "0, 4, 8, 12, ..."; up to eight lanes are all named.
std::string laneList(LaneMask Lanes);

/// "(32,8,1)", "?" for what is not known.
std::string blockText(const LaunchShape &Shape);

/// "block (32,8,1), n = 1024": the launch as far as the verdict rests on it.
std::string launchText(const LaunchRecord &Launch);

/// What is assumed of the block of a kernel that nobody launches.
std::string assumedBlockText(const LaunchRecord &Launch);

/// What the blocks of \p Launch cost beside the one or the rows that \p V is for,
/// behind a semicolon; empty where the extent along x is known.
std::string otherBlocksText(const LaunchRecord &Launch, const AccessVerdict &V);
/// " from this launch", or what else tells the block; " from the launch at PLACE"
/// where the place is not shown beside it.
std::string originText(const LaunchRecord &Launch, llvm::StringRef Place = "");

/// Unproven, since the block is unknown: a block of \p Shape gives the verdict
/// \p Of, and another one may give a better or a worse one.
AccessVerdict unknownBlock(const LaunchShape &Shape, const AccessVerdict &Of);

/// \p Name, its template arguments as "<...>" where it is longer than
/// LongestName: "cute::gemm_device<...>". The JSON output has them all.
std::string foldedArguments(llvm::StringRef Name);

/// The same, cut where it is still too long.
std::string shortName(llvm::StringRef Name);

/// \p Text, cut after \p Longest bytes (never inside a character).
std::string shortText(llvm::StringRef Text, size_t Longest = LongestName);

/// The launch leaves the block of \p Access unknown, and some blocks cost less
/// than the figure.
bool hasCheaperBlocks(const AccessRecord &Access);

/// How often a warp executes \p Access and what that adds up to: "executed
/// 4,096 times per warp: 126,976 excess wavefronts per block", "in a loop over
/// 'k' with an unknown trip count".
std::string executionText(const AccessRecord &Access);

/// "'CPU_ONLY' is not defined (alternate.h:4)", of several
/// "'A' (a.h:3), 'B' (b.h:7) and 2 others are not defined".
std::string undefinedText(llvm::ArrayRef<UndefinedMacro> Macros);

/// What the verdict on \p Access assumes, for a text after "assuming": of
/// the proof, of the access, and what the user promised; each once.
std::vector<std::string> assumptionsOf(const AccessRecord &Access);

/// An order of importance: the excess that one block pays for \p Access, or a
/// guess at it (see UnknownTripCount).
uint64_t weightOf(const AccessRecord &Access);

/// What the sums of a layout are over: "per block", "per block of 32 x 8
/// x 1 threads", "per block, summed over 3 kernels".
std::string blocksPhrase(const ArrayRemedy &Remedy);

/// ", 640 -> 576 if the compiler merges accesses"; empty where it has no
/// choice.
std::string ifJoinedPhrase(const ArrayRemedy &R, const OfferedLayout &L);

/// "about 1056 -> 64 wavefronts per block", and the same where more is joined.
std::string gainPhrase(const ArrayRemedy &R, const OfferedLayout &L);

/// The verdict of \p Access is about a wider request.
bool isJudgedTogether(const AccessRecord &Access);

/// "these 4 loads are issued as one 128-bit load", "4 iterations of this load
/// are issued as one 128-bit load"; only where a wider request is.
std::string togetherPhrase(const AccessRecord &Access);

/// What to add to a finding: where the other accesses of the request are, or
/// what the compiler may make of this one.
void addIssueNotes(const AccessRecord &Access, Finding &F);

/// Why \p Access needs no request of its own; only where its issue is silent.
std::string silentPhrase(const AccessRecord &Access);

/// A stable name for the JSON output: "as-written", "fused", "maybe-fused",
/// "repeated", "unused", "hoisted", "mixed".
llvm::StringRef issueName(const AccessRecord &Access);

} // namespace warplint

#endif // WARPLINT_FINDING_WORDING_H
