//===- LaneBytes.cpp - A context as bytes ---------------------------------===//

#include "LaneStorage.h"
#include <optional>
#include <type_traits>

namespace warplint {
namespace {

/// Appends values so that different ones give different bytes.
class Writer {
public:
  explicit Writer(std::string &Bytes) : Bytes(Bytes) {}

  template <typename T> void scalar(T Value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(T));
  }
  void text(const std::string &Text) {
    scalar(uint64_t(Text.size()));
    Bytes += Text;
  }
  template <typename T> void optional(const std::optional<T> &Value) {
    scalar(Value.has_value());
    scalar(Value.value_or(T()));
  }
  void node(const LaneExpr *E) { scalar(E ? int64_t(E->id()) : -1); }

private:
  std::string &Bytes;
};

} // namespace

size_t LaneContext::appendNodes(std::string &Bytes, size_t First) const {
  Writer Write(Bytes);
  for (size_t I = First; I < S->Nodes.size(); ++I) {
    const LaneExpr &E = S->Nodes[I];
    Write.scalar(E.op());
    Write.scalar(E.width());
    Write.scalar(E.noWrap());
    Write.scalar(E.index());
    Write.scalar(E.Value);
    for (const LaneExpr *Operand : E.Operands)
      Write.node(Operand);
  }
  return S->Nodes.size();
}

void LaneContext::appendLeaves(std::string &Bytes) const {
  Writer Write(Bytes);
  Write.scalar(S->Symbols.size());
  // Bindings: a member that is added is not forgotten here.
  for (const auto &[Name, Kind, Width, Lo, Hi, MultipleOf, Parameter,
                    ParameterOffset, Size] : S->Symbols) {
    Write.text(Name);
    Write.scalar(Kind);
    Write.scalar(Width);
    Write.scalar(Lo);
    Write.scalar(Hi);
    Write.scalar(MultipleOf);
    Write.optional(Parameter);
    Write.scalar(ParameterOffset);
    Write.scalar(Size);
  }
  Write.scalar(S->Opaques.size());
  for (const auto &[Reason, What, Width, Source] : S->Opaques) {
    Write.scalar(Reason);
    Write.text(What);
    Write.scalar(Width);
    Write.text(Source);
  }
  Write.scalar(S->Loops.size());
  for (const auto &[Counter, CounterValue, Depth, Parent, TripCount,
                    IsUpperBound, Continue, IsContinueExact] : S->Loops) {
    Write.text(Counter);
    Write.node(CounterValue);
    Write.scalar(Depth);
    Write.scalar(Parent);
    Write.optional(TripCount);
    Write.scalar(IsUpperBound);
    Write.node(Continue);
    Write.scalar(IsContinueExact);
  }
  Write.scalar(S->Recurrences.size());
  for (const auto &[Loop, Name, Init, Next] : S->Recurrences) {
    Write.scalar(Loop);
    Write.text(Name);
    Write.node(Init);
    Write.node(Next);
  }
  // What setRecurrence says of them.
  for (const LaneExpr &E : S->Nodes)
    if (E.op() == LaneOp::Recurrence)
      Write.scalar(E.isLaneVarying());
}

} // namespace warplint
