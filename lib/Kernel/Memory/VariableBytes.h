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
#include "llvm/IR/Operator.h"
#include <compare>
#include <optional>

namespace warplint {

/// Bytes from First to before End, counted from a pointer; or any.
struct Bytes {
  std::optional<int64_t> First = std::nullopt;
  int64_t End = 0;

  static Bytes first(llvm::TypeSize Size) {
    if (Size.isScalable())
      return {};
    return {0, static_cast<int64_t>(Size.getFixedValue())};
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

/// The distance of \p Pointer from \p Base, where it is a constant.
inline std::optional<int64_t> distanceFrom(const llvm::Value *Base,
                                           const llvm::Value *Pointer,
                                           const llvm::DataLayout &Layout) {
  llvm::APInt Distance(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  if (Pointer->stripAndAccumulateConstantOffsets(
          Layout, Distance, /*AllowNonInbounds=*/true) != Base)
    return std::nullopt;
  return Distance.trySExtValue();
}

/// The distance of \p Gep from its operand, where it is a constant.
inline std::optional<int64_t> stepOf(const llvm::GEPOperator &Gep,
                                     const llvm::DataLayout &Layout) {
  if (Gep.getType()->isVectorTy())
    return std::nullopt;
  llvm::APInt Distance(Layout.getIndexTypeSizeInBits(Gep.getType()), 0);
  if (!Gep.accumulateConstantOffset(Layout, Distance))
    return std::nullopt;
  return Distance.trySExtValue();
}

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
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_VARIABLEBYTES_H
