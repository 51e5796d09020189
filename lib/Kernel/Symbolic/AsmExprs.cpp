//===- AsmExprs.cpp - What stays inline PTX, as a function of the lane ----===//

#include "ExprBuilder.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace warplint {

/// The text of a statement as a message shows it, with operands as the user
/// writes them.
static std::string shortened(StringRef Asm) {
  constexpr size_t MaxLength = 60;
  std::string Text;
  for (auto [I, C] : enumerate(Asm))
    if (C == '$' && I + 1 < Asm.size() && isDigit(Asm[I + 1]))
      Text += '%';
    else if (!isSpace(C))
      Text += C;
    else if (!Text.empty() && Text.back() != ' ')
      Text += ' ';
  if (Text.size() > MaxLength)
    Text = Text.substr(0, MaxLength) + "...";
  return StringRef(Text).rtrim(" ;").str();
}

/// elect.sync does not say which lane it takes: any of the 32, the same for the
/// whole warp.
const LaneExpr *ExprBuilder::electedLane(CallBase &Call) {
  UniformSymbol S;
  S.Name = "the elected lane";
  S.Lo = 0;
  S.Hi = 31;
  unsigned Number = C.addSymbol(std::move(S));
  SymbolOrigin[Number] = Call.getParent();
  return C.binary(LaneOp::CmpEq, buildSpecialRegister("laneid", 32),
                  C.symbol(Number));
}

const LaneExpr *ExprBuilder::buildAsmResult(CallBase &Call, unsigned Width) {
  const PtxStatement Statement = readPtxStatement(Call);
  if (!Width)
    Width = 32;
  if (Statement.Memory && Statement.Memory->returnsData())
    return opaque(OpaqueReason::LoadedFromMemory, &Call, Width);
  if (!Statement.SpecialRegister.empty())
    return buildSpecialRegister(Statement.SpecialRegister, Width);
  return opaque(OpaqueReason::AsmResult, &Call, Width,
                "'" + shortened(Statement.Text) + "'");
}

} // namespace warplint
