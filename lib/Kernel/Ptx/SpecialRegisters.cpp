//===- SpecialRegisters.cpp - Special registers ---------------------------===//
//
// PTX ISA 9.0, section 10.
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "Registers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Counters that change while the thread runs.
static bool isCounter(StringRef Word) {
  return Word.starts_with("%clock") || Word.starts_with("%globaltimer") ||
         Word.starts_with("%pm");
}

static std::optional<PtxSpecial> specialOf(StringRef Word) {
  using enum PtxSpecial;
  if (Word.starts_with("%envreg") || Word.starts_with("%reserved_smem_offset"))
    return Other;
  return StringSwitch<std::optional<PtxSpecial>>(Word)
      .Case("%tid", Tid)
      .Case("%ntid", NTid)
      .Case("%ctaid", CtaId)
      .Case("%nctaid", NCtaId)
      .Case("%laneid", LaneId)
      .Case("%warpid", WarpId)
      .Case("%nwarpid", NWarpId)
      .Case("%smid", SmId)
      .Case("%nsmid", NSmId)
      .Case("%gridid", GridId)
      .Case("%clusterid", ClusterId)
      .Case("%nclusterid", NClusterId)
      .Case("%cluster_ctaid", ClusterCtaId)
      .Case("%cluster_nctaid", ClusterNCtaId)
      .Case("%cluster_ctarank", ClusterCtaRank)
      .Case("%cluster_nctarank", ClusterNCtaRank)
      .Case("%is_explicit_cluster", IsExplicitCluster)
      .Case("%lanemask_eq", LaneMaskEq)
      .Case("%lanemask_le", LaneMaskLe)
      .Case("%lanemask_lt", LaneMaskLt)
      .Case("%lanemask_ge", LaneMaskGe)
      .Case("%lanemask_gt", LaneMaskGt)
      .Case("%total_smem_size", TotalSmemSize)
      .Case("%aggr_smem_size", AggrSmemSize)
      .Case("%dynamic_smem_size", DynamicSmemSize)
      .Case("%current_graph_exec", Other)
      .Default(std::nullopt);
}

/// Registers that are read as a vector of three numbers.
static bool hasAxes(PtxSpecial Register) {
  using enum PtxSpecial;
  switch (Register) {
  case Tid:
  case NTid:
  case CtaId:
  case NCtaId:
  case ClusterId:
  case NClusterId:
  case ClusterCtaId:
  case ClusterNCtaId:
    return true;
  default:
    return false;
  }
}

std::optional<Value> warplint::ptx::readSpecial(StringRef Word,
                                                StringRef Component) {
  if (Word == "WARP_SZ" && Component.empty()) // Always 32 so far.
    return linearValue(constantForm(32));
  if (isCounter(Word))
    return unknownValue(Word.str());
  const std::optional<PtxSpecial> Register = specialOf(Word);
  if (!Register)
    return std::nullopt;
  PtxTerm Term;
  Term.Leaf = PtxTerm::LeafKind::Special;
  Term.Special = *Register;
  Term.Name = Word.str();
  if (hasAxes(*Register)) {
    Term.Axis = StringSwitch<unsigned>(Component)
                    .Case("x", 0)
                    .Case("y", 1)
                    .Case("z", 2)
                    .Default(3);
    if (Term.Axis == 3)
      return unknownValue(Word.str());
    Term.Name += "." + Component.str();
  }
  const bool IsWide =
      *Register == PtxSpecial::GridId || Word == "%current_graph_exec";
  return linearValue(leafForm(std::move(Term), IsWide ? 64 : 32));
}
