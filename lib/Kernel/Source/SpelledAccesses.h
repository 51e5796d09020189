//===- SpelledAccesses.h - The accesses that a body spells out --*- C++ -*-===//
//
// One walk over a function's body, in the order in which CodeGen emits it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_SPELLEDACCESSES_H
#define WARPLINT_LIB_KERNEL_SOURCE_SPELLEDACCESSES_H

#include "clang/Basic/SourceLocation.h"
#include <cstdint>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class RecordDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace warplint {

enum class EventKind : uint8_t { Load, Store, Call };

struct AccessEvent {
  EventKind Kind = EventKind::Load;
  /// What CodeGen derives the debug location from.
  clang::SourceLocation Location;
  /// The lvalue accessed, or the call.
  const clang::Stmt *Node = nullptr;
  uint64_t Bytes = 0; ///< 0 for calls and bit-fields.
  /// The array or variable that the lvalue is part of; null through a pointer.
  const clang::VarDecl *Root = nullptr;
};

struct CopyEvent {
  clang::SourceLocation Location;
  uint64_t SizeBytes = 0;
  uint64_t DataSizeBytes = 0;
  unsigned AlignBytes = 0;
  const clang::RecordDecl *Record = nullptr;
};

struct BodyEvents {
  std::vector<AccessEvent> Accesses;
  std::vector<CopyEvent> Copies;
};

/// The events of \p Definition, a function with a body. Empty for a template's
/// pattern, of which no code is emitted.
BodyEvents collectEvents(clang::ASTContext &Context,
                         const clang::FunctionDecl &Definition);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_SPELLEDACCESSES_H
