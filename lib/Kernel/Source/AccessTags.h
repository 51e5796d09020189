//===- AccessTags.h - Which source access an instruction is -----*- C++ -*-===//
//
// Every memory instruction of Clang's IR gets a tag, metadata with a number;
// inlining and loop transformations copy it along.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_ACCESSTAGS_H
#define WARPLINT_LIB_KERNEL_SOURCE_ACCESSTAGS_H

#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DILocation;
class DISubprogram;
class Instruction;
} // namespace llvm

namespace warplint {

/// Tags and the SourceAccess behind each.
class AccessTags {
public:
  AccessTags(SourceView &View, DeviceModel &Model) : View(View), Model(Model) {}
  /// Tags all memory instructions of the module that have a debug location.
  void tagModule();
  /// Gives \p I a tag of its own with verb \p Verb, at the place of \p Like.
  void tagLike(llvm::Instruction &I, const llvm::Instruction &Like,
               AccessVerb Verb);
  static void copyTag(llvm::Instruction &To, const llvm::Instruction &From);
  /// The number of \p I's tag, an index into the model's Sources.
  static std::optional<unsigned> numberOf(const llvm::Instruction &I);
  /// The source access of \p I, or null for an instruction without a tag.
  const SourceAccess *sourceOf(const llvm::Instruction &I) const;
  /// The same, and one of its own for an instruction without a tag; null for
  /// one without a location.
  const SourceAccess *placeOf(const llvm::Instruction &I);
  /// Notes in the model what is not known because of \p I.
  void omit(const llvm::Instruction &I, std::string Name, std::string Why);
  /// SourceView::copiedRecord at \p At.
  CopiedRecord copiedRecord(const SourceAccess &At, uint64_t SizeBytes) const {
    return At.Function ? View.copiedRecord(*At.Function, {At.Line, At.Column},
                                           SizeBytes)
                       : CopiedRecord();
  }
  /// The calls that \p I was inlined through, innermost first.
  std::vector<CallFrame> callChainOf(const llvm::Instruction &I) const;
  /// The source access of the tagged \p I may be refined while reading it.
  void setVerb(const llvm::Instruction &I, AccessVerb Verb);
  /// The source access of access number \p Part of the tagged \p I, an inline
  /// PTX statement of several instructions.
  const SourceAccess *partOf(const llvm::Instruction &I, unsigned Part,
                             AccessVerb Verb);

private:
  std::unique_ptr<SourceAccess> sourceAt(const llvm::DILocation &Loc) const;
  const SourceFunction *functionOf(const llvm::DISubprogram &F) const;

  SourceView &View;
  DeviceModel &Model;
  llvm::DenseMap<const llvm::DISubprogram *, const SourceFunction *> Functions;
  llvm::DenseMap<std::pair<unsigned, unsigned>, const SourceAccess *> Parts;
};

/// Metadata of an access that the user's source makes volatile; those that the
/// pipeline protects do not have it.
inline constexpr const char *VolatileInSource = "warplint.volatile";

/// Attribute of a shared variable of which code reads something, or may, before any
/// of it is found to be needless: nvcc may know less.
inline constexpr const char *ReadInSource = "warplint.read";

/// Invalid for null.
SourcePlace debugPlace(const llvm::DILocation *Loc);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_ACCESSTAGS_H
