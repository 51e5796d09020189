//===- VariableBytes.h - Where in a variable a pointer leads ----*- C++ -*-===//
//
// Members of a record that the function keeps in one variable are told apart by
// the bytes that they take.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_VARIABLEBYTES_H
#define WARPLINT_LIB_KERNEL_MEMORY_VARIABLEBYTES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <compare>
#include <optional>

namespace warplint {

/// Bytes from First to before End, counted from a pointer; or any.
struct Bytes {
  std::optional<int64_t> First = std::nullopt;
  int64_t End = 0;

  /// Those that storing \p V fills.
  static Bytes of(const llvm::Value &V, const llvm::DataLayout &Layout) {
    const llvm::TypeSize Size = Layout.getTypeStoreSize(V.getType());
    if (Size.isScalable())
      return {};
    return {0, static_cast<int64_t>(Size.getFixedValue())};
  }
  /// Those that a copy or a memset fills.
  static Bytes of(const llvm::MemIntrinsic &Fill) {
    const auto *Size = llvm::dyn_cast<llvm::ConstantInt>(Fill.getLength());
    return Size ? Bytes{0, Size->getSExtValue()} : Bytes();
  }
  Bytes movedBy(const std::optional<int64_t> &Distance) const {
    return First && Distance ? Bytes{*First + *Distance, End + *Distance}
                             : Bytes();
  }
  bool overlaps(const Bytes &Other) const {
    return !First || !Other.First || (*First < Other.End && *Other.First < End);
  }
  friend auto operator<=>(const Bytes &, const Bytes &) = default;
};

/// Pointers into a variable, with the distance from its begin where that is one
/// constant.
struct PlacesInVariable {
  llvm::SmallVector<const llvm::Value *> Open; ///< To be looked at.
  llvm::MapVector<const llvm::Value *, std::optional<int64_t>> Known;

  void add(const llvm::Value *Pointer, const std::optional<int64_t> &At) {
    auto [It, IsNew] = Known.try_emplace(Pointer, At);
    if (!IsNew && (!It->second || It->second == At))
      return;
    if (!IsNew)
      It->second = std::nullopt;
    Open.push_back(Pointer);
  }
  /// What \p Gep makes of a pointer at \p At.
  void addStep(const llvm::GEPOperator &Gep, const std::optional<int64_t> &At,
               const llvm::DataLayout &Layout) {
    const auto Step = Gep.getPointerOffsetFrom(Gep.getPointerOperand(), Layout);
    add(&Gep, At && Step ? std::optional(*At + *Step) : std::nullopt);
  }
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_VARIABLEBYTES_H
