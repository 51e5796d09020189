//===- SourceView.h - What the analysis asks of a source --------*- C++ -*-===//
//
// The model, the analysis and the cost of kernels are made of LLVM IR, and ask
// its source for no more than this: which function or variable a symbol is,
// where it stands, what it is called, which text makes an access. ClangView
// answers for a parse of CUDA.
//
//   IR                                 view
//   @_Z6columnPfi                      column(float *, int), a kernel, a.cu:1:17
//   @_ZZ6columnPfiE4tile               tile, float[32][33], in column
//   load in column, line 3, column 22  tile[threadIdx.x][k], a.cu:3:22
//
// Functions, variables and expressions belong to the view. There is one of each,
// so that equal pointers mean the same.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_SOURCEVIEW_H
#define WARPLINT_KERNEL_SOURCEVIEW_H

#include "warplint/Basic/AccessKinds.h"
#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Basic/UndefinedMacro.h"
#include "warplint/Frontend/Templates.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace warplint {

class ClangView;

struct SourceFunction {
  std::string Name;     ///< "run", without namespaces and arguments.
  SourcePlace Where;    ///< Begin of the name.
  SourcePlace Declared; ///< The name.
  SourcePlace Extent;   ///< From the name to the end of the body.
  /// The template that it instantiates, or the function itself if it is no
  /// instance.
  const SourceFunction *Pattern = nullptr;
  bool IsKernel = false;
  bool IsInstance = false; ///< Of a template.
  bool HasBody = false;
  bool IsNoInline = false;
  bool IsOfSystem = false; ///< In a header of the toolkit or the system.
  /// In a namespace of a library of templates (CuTe, CUB).
  bool IsOfTemplateLibrary = false;
  /// Its library chooses all places in shared memory itself.
  bool ChoosesPlaces = false;
  /// The class that was made for a template's parameter and that it belongs to.
  std::string MadeClass;
};

struct SourceVariable {
  std::string Name;
  std::string Type;     ///< "float[32][33]".
  SourcePlace Declared; ///< The name.
  uint64_t Bytes = 0;   ///< 0 where that is not known.
  /// In whose body it is declared, or null.
  const SourceFunction *In = nullptr;
  /// It or its type is of a header of the toolkit or the system.
  bool IsOfSystem = false;
};

/// An array that is a member of a variable.
struct SourceMember {
  std::string Name; ///< "s.x.b".
  std::string Type;
  uint64_t Bytes = 0;
  uint64_t Offset = 0; ///< In bytes, from the beginning of the variable.
  friend bool operator==(const SourceMember &, const SourceMember &) = default;
};

/// An expression or statement; only its view looks into it.
struct SourceNode;

/// A parameter, or a field in one that is a struct.
struct ParameterPart {
  enum class Kind : uint8_t { Signed, Unsigned, Pointer, Other };
  std::string Name; ///< "p.ld"
  Kind Type = Kind::Other;
  unsigned Parameter = 0;
  uint64_t OffsetInBytes = 0;
};

/// What is said at a kernel of the blocks that it is launched with.
struct BlockBounds {
  std::optional<LaunchRecord> Required; ///< All launches have it.
  std::optional<unsigned> MostThreads;
};

/// What is asked for: an instruction's location and what tells it from others.
struct AccessQuery {
  unsigned Line = 0;
  unsigned Column = 0;
  AccessVerb Verb = AccessVerb::Load;
  /// Of one lane; 0 matches every width.
  unsigned Bytes = 0;
  /// Name of the array accessed; empty matches every one.
  llvm::StringRef Array = {};
  /// Which of the accesses with this verb at the location, in the order of
  /// emission and without those to local variables. Only needed for code from
  /// macros.
  unsigned Ordinal = 0;
};

/// An access as the user wrote it.
struct AccessPlace {
  SourcePlace Where;
  std::string Text; ///< The source text of Where: "tile[threadIdx.x * 8]".
  std::vector<FindingNote> MacroNotes;
  /// Equal for equal source accesses of one function.
  const SourceNode *Node = nullptr;
};

/// A file that was read.
struct SourceFile {
  std::string Name; ///< As the user named it.
  bool IsOfSystem = false;
};

class SourceView {
public:
  /// Line and column, as debug locations have them.
  using DebugPlace = std::pair<unsigned, unsigned>;

  /// Kernels and device functions that have no IR, and why.
  std::vector<LeftOut> Omitted;
  /// DeviceUnit::reached.
  std::vector<const SourceFunction *> Reached;
  /// DeviceUnit::Templates.
  KernelTemplates Templates;
  /// Types and constants that template arguments can have been meant to name.
  /// Only where Templates has problems.
  std::vector<std::string> ArgumentNames;
  /// DeviceUnit::Fragment.
  std::string Fragment;
  bool IsRelocatable = false; ///< -rdc=true.

  virtual ~SourceView() = default;
  /// Unoptimized IR.
  virtual llvm::Module &module() = 0;
  /// What \p Symbol of the module was emitted for, or null.
  virtual const SourceFunction *function(llvm::StringRef Symbol) = 0;
  virtual const SourceVariable *variable(llvm::StringRef Symbol) = 0;
  /// \p V as \p Kernel itself declares it: dynamic shared memory of several
  /// kernels has one symbol where it has one name, and is an array of each.
  virtual const SourceVariable *ofKernel(const SourceVariable &V,
                                         const SourceFunction &) {
    return &V;
  }
  virtual const SourceFunction *kernelOf(const TrialInstance &Instance) = 0;

  /// "ns::Gemm<128>::run", as messages call it.
  virtual std::string qualifiedName(const SourceFunction &F) = 0;
  /// The same with all scopes that it is in: "(anonymous namespace)::run".
  virtual std::string fullName(const SourceFunction &F) = 0;
  /// "<float, 32>" for an instance of a function template, else empty.
  virtual std::string templateArguments(const SourceFunction &F) = 0;
  /// Of the pattern; empty where it is not in one file.
  virtual llvm::StringRef textOf(const SourceFunction &F) = 0;
  /// The user only uses it: it is of the toolkit or the system, of a known
  /// library of templates, or of another checkout than the main file's.
  virtual bool isLibrary(const SourceFunction &F) = 0;
  /// As DeviceUnit has it.
  virtual std::optional<std::string> doubtOf(const SourceFunction &F) = 0;
  virtual const std::vector<UndefinedMacro> &
  assumedFor(const SourceFunction &F) = 0;
  virtual BlockBounds boundsOf(const SourceFunction &Kernel) = 0;
  /// The part of parameter number \p Index at the end of \p Path, "inner.ld".
  /// Nothing if the path leads to no field.
  virtual std::optional<ParameterPart> partOf(const SourceFunction &Kernel,
                                              unsigned Index,
                                              llvm::StringRef Path) = 0;
  /// The integers and pointers that \p Kernel gets, by name: "n", "p.ld".
  virtual std::vector<std::string> partNames(const SourceFunction &Kernel) = 0;

  /// SourceIndex::find and SourceIndex::copiedRecord.
  virtual std::optional<AccessPlace> find(const SourceFunction &F,
                                          const AccessQuery &Query) = 0;
  virtual CopiedRecord copiedRecord(const SourceFunction &F, DebugPlace At,
                                    uint64_t SizeBytes) = 0;
  /// Where the loops of \p F begin whose pragmas nvcc ignores.
  virtual std::set<DebugPlace> loopsLeftAlone(const SourceFunction &F) = 0;
  /// The names of parameters and local variables, of which LLVM numbers some.
  virtual llvm::StringSet<> variableNames() = 0;

  /// The members of \p V that are arrays of a known length, in their order.
  virtual std::vector<SourceMember> membersOf(const SourceVariable &V) = 0;
  /// The one that \p Access, an element of it or the whole, is written as.
  virtual std::optional<SourceMember>
  memberNamedBy(const SourceVariable &V, const SourceNode *Access) = 0;

  /// Nothing where \p Path was not read.
  virtual std::optional<SourceFile> file(llvm::StringRef Path) = 0;
  /// For what edits the source; null where clang has not parsed it.
  virtual ClangView *clang() { return nullptr; }
  /// Frees the IR: there are neither module() nor symbols afterwards.
  virtual void releaseCode() = 0;
};

} // namespace warplint

#endif // WARPLINT_KERNEL_SOURCEVIEW_H
