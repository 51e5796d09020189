//===- KernelText.cpp - A random access as a CUDA kernel ------------------===//

#include "KernelText.h"
#include "warplint/Lane/LaneEvaluation.h"
#include <set>

namespace warplint {

namespace {

/// Bytes of the array: a power of two, so that a mask keeps an index inside.
constexpr uint64_t ArrayBytes = 32768;

/// Iterations of one loop, and executions of the access, beyond which a kernel
/// is not worth its time.
constexpr uint64_t MostIterations = 64, MostExecutions = 512;

std::string unsignedType(unsigned Width) {
  return Width == 1 ? "bool" : "uint" + std::to_string(Width) + "_t";
}

std::string signedType(unsigned Width) {
  return "int" + std::to_string(Width) + "_t";
}

class Writer {
public:
  Writer(RandomAccess &Access, uint64_t Seed)
      : Access(Access), C(*Access.Context), Engine(Seed) {}

  std::optional<KernelText> run(const std::string &Name);

private:
  using Warp = std::array<LeafValues, WarpSize>;

  bool isWritable() const;
  void chooseShape();
  void chooseSymbols();
  void collect(const LaneExpr *E);
  bool isDefined(const LeafValues &Leaves) const;
  bool runLoop(unsigned Loop, Warp &Lanes, LaneMask Alive);
  bool runAccess(const Warp &Lanes, LaneMask Alive);
  bool simulate();

  std::string cast(unsigned Width, const std::string &Text) const {
    return "(" + unsignedType(Width) + ")(" + Text + ")";
  }
  std::string text(const LaneExpr *E) const;
  std::string operation(const LaneExpr *E) const;
  std::string bitCount(const LaneExpr *E) const;
  std::string symbolName(unsigned Number) const {
    return C.symbolAt(Number).Kind == SymbolKind::ArrayBase
               ? "0u"
               : C.symbolAt(Number).Name;
  }
  std::string offset() const;
  std::string statement() const;
  std::string loopHead(unsigned Loop) const;
  std::string definition(const std::string &Name) const;
  std::string launch(const std::string &Name) const;
  std::string parameters() const;

  RandomAccess &Access;
  LaneContext &C;
  std::mt19937_64 Engine;
  std::array<uint32_t, 3> Block = {1, 1, 1};
  std::vector<uint64_t> Symbols;
  std::set<const LaneExpr *> Nodes;
  bool IsMasked = false;
  uint64_t Executions = 0, Wavefronts = 0;
};

/// Kinds that one statement of a program makes, and whose figure does not hang
/// on more than the shared addresses.
bool Writer::isWritable() const {
  switch (Access.Problem.Kind) {
  case RequestKind::SharedLoad:
  case RequestKind::SharedStore:
    return true;
  case RequestKind::CpAsync:
    return Access.Problem.BytesPerLane < 16;
  case RequestKind::SharedAtomicAdd:
  case RequestKind::SharedAtomicCount:
  case RequestKind::SharedAtomicCas:
    // nvcc combines the operands of lanes that it sees to share an address.
    return Access.Problem.Address->isLaneVarying();
  default:
    return false;
  }
}

void Writer::chooseShape() {
  LaunchShape &S = Access.Shape;
  S.X = S.X.value_or(64);
  S.Y = S.Y.value_or(2);
  S.Z = S.Z.value_or(1);
  Block = {*S.X, *S.Y, *S.Z};
}

void Writer::chooseSymbols() {
  for (unsigned N = 0; N < C.numSymbols(); ++N) {
    const UniformSymbol &S = C.symbolAt(N);
    int64_t Step = static_cast<int64_t>(S.MultipleOf);
    int64_t Lo = std::max<int64_t>(S.Lo, -64),
            Hi = std::min<int64_t>(S.Hi, 200);
    int64_t Value = 0;
    if (S.Kind != SymbolKind::ArrayBase && S.Width == 1)
      Value = static_cast<int64_t>(Engine() % 2);
    else if (S.Kind != SymbolKind::ArrayBase)
      Value = Lo + static_cast<int64_t>(
                       Engine() % static_cast<uint64_t>((Hi - Lo) / Step + 1)) *
                       Step;
    Symbols.push_back(static_cast<uint64_t>(Value));
  }
}

void Writer::collect(const LaneExpr *E) {
  if (!E || !Nodes.insert(E).second)
    return;
  for (unsigned I = 0; I < E->numOperands(); ++I)
    collect(E->operand(I));
  if (E->op() == LaneOp::Recurrence) {
    collect(C.recurrenceAt(E->index()).Init);
    collect(C.recurrenceAt(E->index()).Next);
  }
}

/// A program computes more than it needs: every operation must have a value.
bool Writer::isDefined(const LeafValues &Leaves) const {
  for (const LaneExpr *E : Nodes)
    if (!evaluate(C, E, Leaves))
      return false;
  return true;
}

bool Writer::runAccess(const Warp &Lanes, LaneMask Alive) {
  const AccessProblem &P = Access.Problem;
  WarpRequest Request{
      .Kind = P.Kind, .BytesPerLane = P.BytesPerLane, .Active = 0};
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Alive >> L & 1))
      continue;
    if (!isDefined(Lanes[L]))
      return false;
    if (P.Guard && !*evaluate(C, P.Guard, Lanes[L]))
      continue;
    uint64_t Offset = *evaluate(C, P.Address, Lanes[L]);
    if (IsMasked)
      Offset &= (ArrayBytes - 1) & ~uint64_t(P.BytesPerLane - 1);
    if (Offset % P.BytesPerLane != 0 || Offset > ArrayBytes - P.BytesPerLane)
      return false;
    Request.Active |= LaneMask(1) << L;
    Request.ByteAddress[L] = Offset;
  }
  if (!Request.Active)
    return true;
  std::optional<WarpCost> Cost = costOf(Request);
  if (!Cost || ++Executions > MostExecutions)
    return false;
  Wavefronts += Cost->Predicted;
  return true;
}

/// Every loop lies in the one before it, and the access in the last.
bool Writer::runLoop(unsigned Loop, Warp &Lanes, LaneMask Alive) {
  if (Loop == C.numLoops())
    return runAccess(Lanes, Alive);
  const LaneLoop &Described = C.loopAt(Loop);
  for (uint64_t Iteration = 0; Alive; ++Iteration) {
    if (Described.TripCount && Iteration == *Described.TripCount)
      return true;
    if (Iteration == MostIterations)
      return false;
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (!(Alive >> L & 1))
        continue;
      for (unsigned Inner = Loop; Inner < C.numLoops(); ++Inner)
        Lanes[L].Iterations[Inner] = 0;
      Lanes[L].Iterations[Loop] = Iteration;
      if (!Described.Continue)
        continue;
      std::optional<uint64_t> Goes = evaluate(C, Described.Continue, Lanes[L]);
      if (!Goes)
        return false;
      if (!*Goes)
        Alive &= ~(LaneMask(1) << L);
    }
    if (Alive && !runLoop(Loop + 1, Lanes, Alive))
      return false;
  }
  return true;
}

bool Writer::simulate() {
  Executions = Wavefronts = 0;
  unsigned Threads = Block[0] * Block[1] * Block[2];
  for (unsigned First = 0; First < Threads; First += WarpSize) {
    Warp Lanes;
    LaneMask Existing = 0;
    for (unsigned L = 0; L < WarpSize && First + L < Threads; ++L) {
      unsigned Thread = First + L;
      Existing |= LaneMask(1) << L;
      Lanes[L].ThreadIdx = {Thread % Block[0], Thread / Block[0] % Block[1],
                            Thread / Block[0] / Block[1]};
      Lanes[L].BlockDim = Block;
      Lanes[L].Symbols = Symbols;
      Lanes[L].Iterations.assign(C.numLoops(), 0);
    }
    if (!runLoop(0, Lanes, Existing))
      return false;
  }
  return Executions != 0;
}

std::string Writer::operation(const LaneExpr *E) const {
  std::string L = text(E->operand(0)), R = text(E->operand(1));
  unsigned Width = E->operand(0)->width();
  // Arithmetic in at least 32 bits, unsigned: nothing overflows.
  unsigned In = std::max(Width, 32u);
  auto Unsigned = [&](const char *Op) {
    return cast(Width, cast(In, L) + " " + Op + " " + cast(In, R));
  };
  auto Signed = [&](const char *Op) {
    return "(" + signedType(Width) + ")(" + L + ") " + Op + " (" +
           signedType(Width) + ")(" + R + ")";
  };
  bool IsTruth = E->width() == 1 && Width == 1;
  switch (E->op()) {
  case LaneOp::Add:
    return Unsigned("+");
  case LaneOp::Mul:
    return Unsigned("*");
  case LaneOp::UDiv:
    return Unsigned("/");
  case LaneOp::URem:
    return Unsigned("%");
  case LaneOp::SDiv:
    return cast(Width, Signed("/"));
  case LaneOp::SRem:
    return cast(Width, Signed("%"));
  case LaneOp::And:
    return IsTruth ? "(" + L + " & " + R + ")" : Unsigned("&");
  case LaneOp::Or:
    return IsTruth ? "(" + L + " | " + R + ")" : Unsigned("|");
  case LaneOp::Xor:
    return IsTruth ? "(" + L + " != " + R + ")" : Unsigned("^");
  case LaneOp::Shl:
    return Unsigned("<<");
  case LaneOp::LShr:
    return Unsigned(">>");
  case LaneOp::AShr:
    return cast(Width,
                "(" + signedType(Width) + ")(" + L + ") >> " + cast(In, R));
  case LaneOp::CmpEq:
    return "(" + L + " == " + R + ")";
  case LaneOp::CmpULt:
    return "(" + L + " < " + R + ")";
  case LaneOp::CmpSLt:
    return "(" + Signed("<") + ")";
  default:
    return {};
  }
}

/// The functions are for 32 and 64 bits; narrower operands go to the upper end.
std::string Writer::bitCount(const LaneExpr *E) const {
  std::string Value = text(E->operand(0)), Long = E->width() == 64 ? "ll" : "";
  if (E->op() == LaneOp::PopCount)
    return cast(E->width(), "__popc" + Long + "(" + Value + ")");
  if (E->width() >= 32)
    return cast(E->width(),
                (E->op() == LaneOp::BitReverse ? "__brev" : "__clz") + Long +
                    "(" + Value + ")");
  std::string Unused = std::to_string(32 - E->width());
  if (E->op() == LaneOp::BitReverse)
    return cast(E->width(), "__brev(" + Value + ") >> " + Unused);
  return cast(E->width(), "__clz((int)(" + Value + ")) - " + Unused);
}

std::string Writer::text(const LaneExpr *E) const {
  static const char *const Axes[] = {"x", "y", "z"};
  switch (E->op()) {
  case LaneOp::Const:
    if (E->width() == 1)
      return E->constant() ? "true" : "false";
    return cast(E->width(), std::to_string(E->constant()) + "ull");
  case LaneOp::ThreadIdx:
    return std::string("threadIdx.") + Axes[E->index()];
  case LaneOp::BlockDim:
    return std::string("blockDim.") + Axes[E->index()];
  case LaneOp::Symbol:
    return cast(E->width(), symbolName(E->index()));
  case LaneOp::Iteration:
    return "k" + std::to_string(E->index());
  case LaneOp::Recurrence:
    return "r" + std::to_string(E->index());
  case LaneOp::Select:
    return "(" + text(E->operand(0)) + " ? " + text(E->operand(1)) + " : " +
           text(E->operand(2)) + ")";
  case LaneOp::Not:
    return "!" + text(E->operand(0));
  case LaneOp::PopCount:
  case LaneOp::CountLeadingZeros:
  case LaneOp::BitReverse:
    return bitCount(E);
  case LaneOp::ZExt:
  case LaneOp::Trunc:
    return E->width() == 1 ? "((" + text(E->operand(0)) + " & 1) != 0)"
                           : cast(E->width(), text(E->operand(0)));
  case LaneOp::SExt: {
    const LaneExpr *From = E->operand(0);
    if (From->width() == 1)
      return cast(E->width(), "-(int)" + text(From));
    return cast(E->width(), "(" + signedType(E->width()) + ")(" +
                                signedType(From->width()) + ")(" + text(From) +
                                ")");
  }
  default:
    return operation(E);
  }
}

std::string Writer::offset() const {
  std::string Text = text(Access.Problem.Address);
  if (!IsMasked)
    return Text;
  uint64_t Mask = (ArrayBytes - 1) & ~uint64_t(Access.Problem.BytesPerLane - 1);
  return "(" + Text + ") & " + std::to_string(Mask) + "u";
}

/// The access itself, volatile or in assembly: made as often as it is written.
std::string Writer::statement() const {
  unsigned Bytes = Access.Problem.BytesPerLane;
  std::string At = "&tile[" + offset() + "]";
  std::string Type =
      Bytes == 8 ? "unsigned long long" : unsignedType(8 * std::min(Bytes, 4u));
  switch (Access.Problem.Kind) {
  case RequestKind::SharedLoad:
    if (Bytes == 16)
      return "sum += loadWide(" + At + ");";
    // All bits count, or nvcc makes the load narrower, volatile or not.
    return "sum += (unsigned)__popcll(*(volatile " + Type + " *)" + At + ");";
  case RequestKind::SharedStore:
    if (Bytes == 16)
      return "storeWide(" + At + ", sum);";
    return "*(volatile " + Type + " *)" + At + " = (" + Type + ")sum;";
  case RequestKind::CpAsync:
    return "copyAsync<" + std::to_string(Bytes) + ">(" + At + ", in);";
  case RequestKind::SharedAtomicAdd:
    return "atomicAdd((unsigned *)" + At + ", threadIdx.x + 2);";
  case RequestKind::SharedAtomicCount:
    return "atomicAdd((unsigned *)" + At + ", 1u);";
  default:
    return "atomicCAS((unsigned *)" + At + ", 0u, threadIdx.x + 1);";
  }
}

std::string Writer::loopHead(unsigned Loop) const {
  const LaneLoop &L = C.loopAt(Loop);
  std::string K = "k" + std::to_string(Loop), Text;
  std::set<unsigned> Carried;
  for (const LaneExpr *E : Nodes)
    if (E->op() == LaneOp::Recurrence &&
        C.recurrenceAt(E->index()).Loop == Loop)
      Carried.insert(E->index());
  for (unsigned R : Carried) {
    const LaneExpr *Init = C.recurrenceAt(R).Init;
    Text += "  " + unsignedType(Init->width()) + " r" + std::to_string(R) +
            " = " + text(Init) + ";\n";
  }
  std::string Goes;
  if (L.TripCount)
    Goes = K + " < " + std::to_string(*L.TripCount) + "u";
  if (L.Continue && !C.loopAt(Loop).Continue->isConst())
    Goes += (Goes.empty() ? "" : " && ") + text(L.Continue);
  // Where lanes leave a loop at different iterations, unrolling it would part
  // them: the rest of some lanes' iterations is code of its own.
  Text += "#pragma unroll 1\n  for (unsigned " + K + " = 0; " + Goes + "; ";
  for (unsigned R : Carried)
    Text +=
        "r" + std::to_string(R) + " = " + text(C.recurrenceAt(R).Next) + ", ";
  Text += "++" + K;
  return Text + ") {\n";
}

std::string Writer::parameters() const {
  std::string Text = "const unsigned *in, unsigned *out";
  for (unsigned N = 0; N < C.numSymbols(); ++N)
    if (const UniformSymbol &S = C.symbolAt(N); S.Kind != SymbolKind::ArrayBase)
      Text += ", " +
              (S.Width == 1 ? std::string("bool") : signedType(S.Width)) + " " +
              S.Name;
  return Text;
}

std::string Writer::definition(const std::string &Name) const {
  const char *Column = "ld";
  switch (Access.Problem.Kind) {
  case RequestKind::SharedLoad:
    break;
  case RequestKind::SharedStore:
    Column = "st";
    break;
  case RequestKind::CpAsync:
    Column = "async";
    break;
  default:
    Column = "atom";
  }
  std::string Text =
      "// expect " + Name + ": " + Column + "=" + std::to_string(Wavefronts) +
      "\n__global__ void " + Name + "(" + parameters() + ") {\n" +
      "  __shared__ __align__(128) unsigned char tile[" +
      std::to_string(ArrayBytes) + "];\n  unsigned sum = threadIdx.x;\n";
  for (unsigned Loop = 0; Loop < C.numLoops(); ++Loop)
    Text += loopHead(Loop);
  if (Access.Problem.Guard)
    Text += "  if (" + text(Access.Problem.Guard) + ")\n  ";
  Text += "  " + statement() + "\n";
  for (unsigned Loop = 0; Loop < C.numLoops(); ++Loop)
    Text += "  }\n";
  return Text + "  out[threadIdx.x] = sum;\n}\n";
}

std::string Writer::launch(const std::string &Name) const {
  std::string Text = Name + "<<<1, dim3(" + std::to_string(Block[0]) + ", " +
                     std::to_string(Block[1]) + ", " +
                     std::to_string(Block[2]) + ")>>>(in, out";
  for (unsigned N = 0; N < C.numSymbols(); ++N) {
    const UniformSymbol &S = C.symbolAt(N);
    if (S.Kind == SymbolKind::ArrayBase)
      continue;
    Text += S.Width == 1
                ? (Symbols[N] ? ", true" : ", false")
                : ", " + std::to_string(static_cast<int64_t>(Symbols[N]));
  }
  return Text + ");\n";
}

std::optional<KernelText> Writer::run(const std::string &Name) {
  if (!isWritable())
    return std::nullopt;
  // A few accesses that all lanes make alike are enough.
  if (!Access.Problem.Address->isLaneVarying() && Engine() % 8)
    return std::nullopt;
  for (unsigned Loop = 0; Loop < C.numLoops(); ++Loop)
    if (!C.loopAt(Loop).TripCount && !C.loopAt(Loop).Continue)
      return std::nullopt;
  chooseShape();
  chooseSymbols();
  collect(Access.Problem.Address);
  collect(Access.Problem.Guard);
  if (!simulate()) {
    IsMasked = true;
    if (!simulate())
      return std::nullopt;
  }
  return KernelText{definition(Name), launch(Name)};
}

} // namespace

std::optional<KernelText> kernelText(RandomAccess &Access, uint64_t Seed,
                                     const std::string &Name) {
  return Writer(Access, Seed).run(Name);
}

} // namespace warplint
