//===- LaneNotation.h - Lane expressions as they are read -------*- C++ -*-===//
//
// Tests write an address as its index in the source language:
//
//   Kernel K;
//   auto Tile = K.array("tile");
//   K.load(4, Tile + 4 * (33 * K.x() + K.y())).prove(block(32, 32))
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_LANE_LANENOTATION_H
#define WARPLINT_UNITTESTS_LANE_LANENOTATION_H

#include "warplint/Finding/AccessProof.h"
#include "gtest/gtest.h"
#include <memory>
#include <ostream>

namespace warplint {

/// An expression together with the context that owns it. Integers on either
/// side of an operator become constants of the other side's width. Division,
/// remainder, shifts right and comparisons are unsigned.
struct Value {
  LaneContext *Context = nullptr;
  const LaneExpr *E = nullptr;

  Value of(uint64_t Constant) const {
    return {Context, Context->constant(Constant, E->width())};
  }
  Value make(LaneOp Op, Value R) const {
    return {Context, Context->binary(Op, E, R.E)};
  }
  Value cast(LaneOp Op, unsigned Width) const {
    return {Context, Context->cast(Op, E, Width)};
  }
  Value operator!() const { return {Context, Context->logicalNot(E)}; }
};

#define WARPLINT_OPERATOR(Symbol, Op)                                          \
  inline Value operator Symbol(Value L, Value R) {                             \
    return L.make(LaneOp::Op, R);                                              \
  }                                                                            \
  inline Value operator Symbol(Value L, uint64_t R) {                          \
    return L.make(LaneOp::Op, L.of(R));                                        \
  }                                                                            \
  inline Value operator Symbol(uint64_t L, Value R) {                          \
    return R.of(L).make(LaneOp::Op, R);                                        \
  }
WARPLINT_OPERATOR(+, Add)
WARPLINT_OPERATOR(*, Mul)
WARPLINT_OPERATOR(/, UDiv)
WARPLINT_OPERATOR(%, URem)
WARPLINT_OPERATOR(&, And)
WARPLINT_OPERATOR(|, Or)
WARPLINT_OPERATOR(^, Xor)
WARPLINT_OPERATOR(<<, Shl)
WARPLINT_OPERATOR(>>, LShr)
WARPLINT_OPERATOR(==, CmpEq)
WARPLINT_OPERATOR(<, CmpULt)
#undef WARPLINT_OPERATOR

inline Value operator-(Value L, Value R) {
  return {L.Context, L.Context->sub(L.E, R.E)};
}
inline Value operator-(Value L, uint64_t R) { return L - L.of(R); }
inline Value operator-(uint64_t L, Value R) { return R.of(L) - R; }
inline Value lessSigned(Value L, Value R) { return L.make(LaneOp::CmpSLt, R); }
inline Value lessSigned(Value L, int64_t R) {
  return lessSigned(L, L.of(static_cast<uint64_t>(R)));
}
inline Value select(Value C, Value T, Value F) {
  return {C.Context, C.Context->select(C.E, T.E, F.E)};
}

inline Value shuffle(Value V, Value SourceLane) {
  return {V.Context, V.Context->shuffle(V.E, SourceLane.E)};
}
inline Value shuffle(Value V, uint64_t SourceLane) {
  return {V.Context,
          V.Context->shuffle(V.E, V.Context->constant(SourceLane, 32))};
}
inline Value unary(LaneOp Op, Value V) {
  return {V.Context, V.Context->unary(Op, V.E)};
}

inline LaunchShape block(unsigned X, unsigned Y = 1, unsigned Z = 1) {
  return {X, Y, Z};
}

/// An access, to be judged.
struct Access {
  const LaneContext *Context = nullptr;
  AccessProblem Problem;

  Access where(Value Guard) const {
    Access Guarded = *this;
    Guarded.Problem.Guard = Guard.E;
    return Guarded;
  }
  AccessVerdict prove(const LaunchShape &Shape,
                      const ProofOptions &Options = {}) const {
    return proveAccess(*Context, Problem, Shape, Options);
  }
};

/// The leaves that the accesses of one test are made of.
class Kernel {
public:
  Value x() { return node(Context->threadIdx(0)); }
  Value y() { return node(Context->threadIdx(1)); }
  Value z() { return node(Context->threadIdx(2)); }
  Value blockDim(unsigned Axis = 0) { return node(Context->blockDim(Axis)); }
  Value constant(uint64_t Value, unsigned Width = 32) {
    return node(Context->constant(Value, Width));
  }

  Value symbol(UniformSymbol Symbol) {
    return node(Context->symbol(Context->addSymbol(std::move(Symbol))));
  }
  Value parameter(std::string Name, int64_t Lo = INT32_MIN,
                  int64_t Hi = INT32_MAX, unsigned Width = 32) {
    return symbol({.Name = std::move(Name),
                   .Kind = SymbolKind::Parameter,
                   .Width = Width,
                   .Lo = Lo,
                   .Hi = Hi});
  }
  /// The 32-bit address of a shared array.
  Value array(std::string Name, uint64_t Alignment = 16) {
    return symbol({.Name = std::move(Name),
                   .Kind = SymbolKind::ArrayBase,
                   .Lo = 0,
                   .Hi = (1 << 18) - 1,
                   .MultipleOf = Alignment});
  }
  Value opaque(OpaqueReason Reason, std::string What, unsigned Width = 32) {
    return node(Context->opaque(Context->addOpaque(
        {.Reason = Reason, .What = std::move(What), .Width = Width})));
  }

  unsigned loop(std::string Counter,
                std::optional<uint64_t> TripCount = std::nullopt) {
    LaneLoop Loop;
    Loop.Counter = std::move(Counter);
    Loop.TripCount = TripCount;
    return Context->addLoop(std::move(Loop));
  }
  Value iteration(unsigned Loop) { return node(Context->iteration(Loop)); }
  Value recurrence(unsigned Loop, std::string Name, unsigned Width = 32) {
    return node(Context->recurrence(Loop, Width, std::move(Name)));
  }
  void set(Value Recurrence, Value Init, Value Next) {
    Context->setRecurrence(Recurrence.E, Init.E, Next.E,
                           Init.E->isLaneVarying() || Next.E->isLaneVarying());
  }
  void runsWhile(unsigned Loop, Value Condition) {
    Context->loopAt(Loop).Continue = Condition.E;
  }

  Access access(RequestKind Kind, unsigned Bytes, Value Address) {
    return {Context.get(),
            {.Kind = Kind, .BytesPerLane = Bytes, .Address = Address.E}};
  }
  Access load(unsigned Bytes, Value Address) {
    return access(RequestKind::SharedLoad, Bytes, Address);
  }
  Access store(unsigned Bytes, Value Address) {
    return access(RequestKind::SharedStore, Bytes, Address);
  }
  LaneContext &context() { return *Context; }

private:
  Value node(const LaneExpr *E) { return {Context.get(), E}; }

  std::unique_ptr<LaneContext> Context = std::make_unique<LaneContext>();
};

/// What a verdict says, in short.
struct Summary {
  VerdictKind Kind = VerdictKind::Unproven;
  unsigned Predicted = 0;
  unsigned Ideal = 0;

  friend bool operator==(const Summary &, const Summary &) = default;
  friend std::ostream &operator<<(std::ostream &Out, const Summary &S) {
    const char *Names[] = {"clean", "excess", "unproven", "never runs"};
    return Out << Names[static_cast<unsigned>(S.Kind)] << ", " << S.Predicted
               << " (ideal " << S.Ideal << ")";
  }
};

inline Summary summary(const AccessVerdict &V) {
  return {V.Kind, V.Worst.Cost.Predicted, V.Worst.Cost.Ideal};
}
inline Summary clean(unsigned Predicted = 1) {
  return {VerdictKind::Clean, Predicted, Predicted};
}
inline Summary excess(unsigned Predicted, unsigned Ideal = 1) {
  return {VerdictKind::Excess, Predicted, Ideal};
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_LANE_LANENOTATION_H
