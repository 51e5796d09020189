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

  template <typename... T> void operator()(const T &...Values) {
    (add(Values), ...);
  }

private:
  template <typename T> void add(const T &Value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(T));
  }
  void add(const std::string &Text) {
    add(uint64_t(Text.size()));
    Bytes += Text;
  }
  template <typename T> void add(const std::optional<T> &Value) {
    (*this)(Value.has_value(), Value.value_or(T()));
  }
  void add(const LaneExpr *const &E) { add(E ? int64_t(E->id()) : -1); }

  std::string &Bytes;
};

} // namespace

void LaneContext::appendTo(std::string &Bytes) const {
  Writer Write(Bytes);
  Write(S->Nodes.size());
  for (const LaneExpr &E : S->Nodes)
    Write(E.Op, E.width(), E.NoWrap, E.LaneVarying, E.Index, E.Value,
          E.Operands[0], E.Operands[1], E.Operands[2]);
  Write(S->Symbols.size());
  // Bindings: a member that is added is not forgotten here.
  for (const auto &[Name, Kind, Width, Lo, Hi, MultipleOf, Parameter,
                    ParameterOffset, Size, LeftBy] : S->Symbols) {
    const auto [Loop, Left, IsBeforeBody] =
        LeftBy.value_or(UniformSymbol::LeftValue());
    Write(Name, Kind, Width, Lo, Hi, MultipleOf, Parameter, ParameterOffset,
          Size, Loop, Left, IsBeforeBody);
  }
  Write(S->Opaques.size());
  for (const auto &[Reason, What, Width, Source, From] : S->Opaques)
    Write(Reason, What, Width, Source, From);
  Write(S->Loops.size());
  for (const auto &[Counter, CounterValue, Depth, Parent, TripCount,
                    IsUpperBound, Continue, IsContinueExact] : S->Loops)
    Write(Counter, CounterValue, Depth, Parent, TripCount, IsUpperBound,
          Continue, IsContinueExact);
  Write(S->Recurrences.size());
  for (const auto &[Loop, Name, Init, Next] : S->Recurrences)
    Write(Loop, Name, Init, Next);
}

} // namespace warplint
