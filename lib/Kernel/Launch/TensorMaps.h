//===- TensorMaps.h - Which tensor map a launch passes ----------*- C++ -*-===//
//
// From the argument of a launch back to the call of cuTensorMapEncodeTiled that
// made the map, through what host code does with maps:
//
//   CUtensorMap map;                     CUtensorMap make(float *p, ...) {
//   encode(&map, ..., swizzle, ...);       CUtensorMap m; encode(&m, ...);
//   kernel<<<...>>>(map);                  return m; }
//
//   cudaMemcpy(onDevice, &map, ...);     kernel<<<...>>>(onDevice);
//
// The call may go through the driver's entry point: it is known by its types. A
// variable that lives longer than a function, a member of a class among them,
// stands for all that the translation unit puts there, and a parameter of a function
// that launches for what the calls in it pass. Where several maps may be
// meant, they have to be encoded alike.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPS_H

#include "HostValues.h"
#include "TensorMapUses.h"
#include "warplint/Basic/TensorMap.h"

namespace warplint {

class TensorMaps {
public:
  TensorMaps(clang::ASTContext &Context, HostConstants &Constants)
      : Context(Context), Values(Context, Constants) {}

  /// The maps that \p Kernel gets from \p Arguments, which are expressions of a
  /// function that was entered through \p Frame.
  std::vector<TensorMapRecord> of(const clang::FunctionDecl &Kernel,
                                  llvm::ArrayRef<const clang::Expr *> Arguments,
                                  const HostCall *Frame);

private:
  using Encodings = std::optional<std::vector<TensorMapRecord>>;

  std::optional<TensorMapRecord> agreed(Encodings Found) const;
  Encodings encodingsOf(const clang::Expr *E, const HostCall *Frame);
  Encodings putInto(const clang::ValueDecl &Place, const HostCall *Frame);
  Encodings passedTo(const TensorMapUse &U, const HostCall *Frame);
  Encodings givenTo(const clang::ParmVarDecl &Parameter, const HostCall *Frame);
  Encodings returnedBy(const clang::FunctionDecl &Callee,
                       const HostCall &Frame);
  std::optional<TensorMapRecord> encodedBy(const clang::CallExpr &Call,
                                           const HostCall *Frame);
  std::vector<uint64_t> boxOf(const clang::Expr *Lengths, unsigned Rank,
                              const HostCall *Frame);
  /// Found when they are first asked for.
  const TensorMapUses &uses() {
    if (!Uses)
      Uses.emplace(Context);
    return *Uses;
  }

  clang::ASTContext &Context;
  HostValues Values;
  std::optional<TensorMapUses> Uses;
  unsigned Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPS_H
