//===- SpelledAccesses.h - The accesses that a body spells out --*- C++ -*-===//
//
// One walk over a function's body, in the order in which CodeGen emits it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_SPELLEDACCESSES_H
#define WARPLINT_LIB_KERNEL_SOURCE_SPELLEDACCESSES_H

#include "warplint/Basic/AccessKinds.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace warplint {

enum class EventKind : uint8_t { Load, Store, Call };

/// A line and column as CGDebugInfo writes them: those of the file, after #line.
using DebugPosition = std::pair<unsigned, unsigned>;

struct AccessEvent {
  EventKind Kind = EventKind::Load;
  DebugPosition At;
  /// The lvalue accessed, or the call.
  const clang::Stmt *Node = nullptr;
  uint64_t Bytes = 0; ///< 0 for calls and bit-fields.
  /// The array or variable that the lvalue is part of; null through a pointer.
  const clang::VarDecl *Root = nullptr;
  /// What is quoted for it where Node is not written: `range` of `x : range`.
  const clang::Stmt *Quoted = nullptr;
};

/// A copy of a record, as the source has it.
struct CopyEvent {
  DebugPosition At;
  uint64_t SizeBytes = 0;
  /// Bytes without the padding at the end, which CodeGen may leave out.
  uint64_t DataSizeBytes = 0;
  CopiedRecord Record;
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
