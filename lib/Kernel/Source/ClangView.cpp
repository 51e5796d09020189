//===- ClangView.cpp - A source that clang has parsed ---------------------===//

#include "warplint/Kernel/ClangView.h"
#include "KernelText.h"
#include "warplint/Frontend/MadeClasses.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Kernel/Launch.h"
#include "warplint/Kernel/MemberArrays.h"
#include "warplint/Kernel/SourceIndex.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Support/Paths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

struct ClangFunction : SourceFunction {
  const FunctionDecl *Decl = nullptr;
};

struct ClangVariable : SourceVariable {
  const VarDecl *Decl = nullptr;
};

/// Types and constants that the user can have meant.
std::vector<std::string> argumentNames(const ASTContext &Context) {
  std::vector<std::string> Names = {"float",  "double", "int",  "unsigned",
                                    "char",   "short",  "long", "bool",
                                    "signed", "half",   "true", "false"};
  const SourceManager &SM = Context.getSourceManager();
  for (const Decl *D : Context.getTranslationUnitDecl()->decls())
    if (isa<TypeDecl, VarDecl, ClassTemplateDecl, NamespaceDecl>(D) &&
        !SM.isInSystemHeader(D->getLocation()))
      Names.push_back(cast<NamedDecl>(D)->getNameAsString());
  return Names;
}

/// Fills in whose \p F is.
void addNamespaces(SourceFunction &To, const FunctionDecl &F) {
  for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent()) {
    const auto *N = dyn_cast<NamespaceDecl>(C);
    if (!N || !N->getIdentifier())
      continue;
    To.ChoosesPlaces |= N->getName() == "cub" || N->getName() == "thrust";
    // The outermost decides.
    To.IsOfTemplateLibrary = llvm::is_contained(
        {"cute", "cutlass", "cub", "thrust", "cuda"}, N->getName());
  }
}

/// The file of \p Path, invalid where it was not read.
FileID idOf(const SourceManager &SM, StringRef Path) {
  auto Entry = SM.getFileManager().getOptionalFileRef(Path);
  return Entry ? SM.translateFile(*Entry) : FileID();
}

uint64_t bytesOf(const ASTContext &Context, QualType Type) {
  return Type->isIncompleteType() || Type->isDependentType()
             ? 0
             : Context.getTypeSizeInChars(Type).getQuantity();
}

SourceMember memberOf(const ASTContext &Context, const SharedArray &A) {
  return {A.name(), declaredType(Context, A.declaration()),
          bytesOf(Context, A.declaration().getType()), A.Offset};
}

class ParsedSource final : public ClangView {
public:
  explicit ParsedSource(DeviceUnit &Unit)
      : ClangView(Unit), Context(Unit.ast()), SM(Context.getSourceManager()),
        Index(Context) {
    Omitted = Unit.omitted();
    for (const FunctionDecl *F : Unit.reached())
      Reached.push_back(functionOf(F));
    Templates = Unit.Templates;
    if (!Templates.Problems.empty())
      ArgumentNames = argumentNames(Context);
    Fragment = Unit.Fragment;
    IsRelocatable = Context.getLangOpts().GPURelocatableDeviceCode;
  }

  llvm::Module &module() override { return Unit.module(); }
  void releaseCode() override { Unit.releaseCode(); }
  const SourceFunction *function(StringRef Symbol) override {
    return functionOf(dyn_cast_or_null<FunctionDecl>(Unit.declOf(Symbol)));
  }
  const SourceVariable *variable(StringRef Symbol) override {
    return variableOf(dyn_cast_or_null<VarDecl>(Unit.declOf(Symbol)));
  }
  const SourceFunction *kernelOf(const TrialInstance &Instance) override {
    return functionOf(Instance.Kernel);
  }
  const SourceVariable *variableOf(const VarDecl *V) override;
  const SourceVariable *ofKernel(const SourceVariable &V,
                                 const SourceFunction &Kernel) override;

  std::string qualifiedName(const SourceFunction &F) override {
    return warplint::qualifiedName(declOf(F));
  }
  std::string fullName(const SourceFunction &F) override {
    return declOf(F).getQualifiedNameAsString();
  }
  std::string templateArguments(const SourceFunction &F) override {
    return warplint::templateArguments(declOf(F));
  }
  StringRef textOf(const SourceFunction &F) override;
  bool isLibrary(const SourceFunction &F) override;
  std::optional<std::string> doubtOf(const SourceFunction &F) override {
    return Unit.doubtOf(declOf(F));
  }
  const std::vector<UndefinedMacro> &
  assumedFor(const SourceFunction &F) override {
    return Unit.assumedFor(declOf(F));
  }
  BlockBounds boundsOf(const SourceFunction &Kernel) override {
    return {requiredBlock(declOf(Kernel)), maximumThreads(declOf(Kernel))};
  }
  std::optional<ParameterPart> partOf(const SourceFunction &Kernel,
                                      unsigned Number,
                                      StringRef Path) override {
    return warplint::partOf(declOf(Kernel), Number, Path);
  }
  std::vector<std::string> partNames(const SourceFunction &Kernel) override {
    return warplint::partNames(declOf(Kernel));
  }

  std::optional<AccessPlace> find(const SourceFunction &F,
                                  const AccessQuery &Query) override {
    return Index.find(&declOf(F), Query);
  }
  CopiedRecord copiedRecord(const SourceFunction &F, DebugPlace At,
                            uint64_t SizeBytes) override {
    return Index.copiedRecord(&declOf(F), At.first, At.second, SizeBytes);
  }
  std::set<DebugPlace> loopsLeftAlone(const SourceFunction &F) override {
    return warplint::loopsLeftAlone(declOf(F));
  }
  llvm::StringSet<> variableNames() override {
    return warplint::variableNames(Context);
  }
  std::optional<SourceFile> file(StringRef Path) override {
    const FileID ID = idOf(SM, Path);
    if (ID.isInvalid())
      return std::nullopt;
    const SourceLocation Begin = SM.getLocForStartOfFile(ID);
    return SourceFile{SM.getFilename(Begin).str(), SM.isInSystemHeader(Begin)};
  }

  std::vector<SourceMember> membersOf(const SourceVariable &V) override {
    std::vector<SourceMember> Members;
    for (const SharedArray &A : memberArrays(Context, declOf(V)))
      Members.push_back(memberOf(Context, A));
    return Members;
  }
  std::optional<SourceMember> memberNamedBy(const SourceVariable &V,
                                            const SourceNode *Access) override {
    auto Named = warplint::memberNamedBy(Context, declOf(V), stmtOf(Access));
    return Named ? std::optional(memberOf(Context, *Named)) : std::nullopt;
  }

private:
  const SourceFunction *functionOf(const FunctionDecl *F);
  std::string checkoutOf(StringRef File);

  ASTContext &Context;
  const SourceManager &SM;
  SourceIndex Index;
  llvm::DenseMap<const Decl *, std::unique_ptr<ClangFunction>> Functions;
  llvm::DenseMap<const Decl *, std::unique_ptr<ClangVariable>> Variables;
  std::map<std::string, std::string> Checkouts; ///< By folder.
};

} // namespace

std::unique_ptr<ClangView> ClangView::of(DeviceUnit &Unit) {
  return std::make_unique<ParsedSource>(Unit);
}

const FunctionDecl &ClangView::declOf(const SourceFunction &F) {
  return *static_cast<const ClangFunction &>(F).Decl;
}

const VarDecl &ClangView::declOf(const SourceVariable &V) {
  return *static_cast<const ClangVariable &>(V).Decl;
}

std::optional<StringRef> ClangView::fileText(StringRef File) {
  const SourceManager &SM = ast().getSourceManager();
  const FileID ID = idOf(SM, File);
  return ID.isValid() ? SM.getBufferDataOrNone(ID) : std::nullopt;
}

const SourceFunction *ParsedSource::functionOf(const FunctionDecl *F) {
  if (!F)
    return nullptr;
  if (const FunctionDecl *Defined = nullptr; F->hasBody(Defined))
    F = Defined;
  else
    F = F->getCanonicalDecl();
  if (const auto &Known = Functions[F])
    return Known.get();
  auto New = std::make_unique<ClangFunction>();
  New->Decl = F;
  New->Name = F->getNameAsString();
  New->Where = placeOf(SM, F->getLocation());
  New->Declared = declarationPlace(Context, *F);
  New->Extent = toPlace(SM, Context.getLangOpts(),
                        SourceRange(F->getLocation(), F->getEndLoc()));
  New->IsKernel = F->hasAttr<CUDAGlobalAttr>();
  New->IsInstance = F->isTemplateInstantiation();
  New->HasBody = F->hasBody();
  New->IsNoInline = F->hasAttr<NoInlineAttr>();
  New->IsOfSystem = SM.isInSystemHeader(F->getLocation());
  addNamespaces(*New, *F);
  if (const NamedDecl *Made = madeClass(*F))
    New->MadeClass = Made->getNameAsString();
  const FunctionDecl &Pattern = patternOf(*F);
  New->Pattern = &Pattern == F ? New.get() : functionOf(&Pattern);
  return (Functions[F] = std::move(New)).get();
}

StringRef ParsedSource::textOf(const SourceFunction &F) {
  const FunctionDecl &Pattern = declOf(*F.Pattern);
  auto [File, Begin] =
      SM.getDecomposedLoc(SM.getFileLoc(Pattern.getBeginLoc()));
  auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Pattern.getEndLoc()));
  return File == EndFile ? SM.getBufferData(File).slice(Begin, End) : "";
}

/// The checkout that \p File is part of: the nearest folder above it with a
/// ".git". Empty if no folder has one.
std::string ParsedSource::checkoutOf(StringRef File) {
  llvm::vfs::FileSystem &FS = SM.getFileManager().getVirtualFileSystem();
  llvm::SmallString<256> Path(File);
  (void)FS.makeAbsolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  StringRef Folder = llvm::sys::path::parent_path(Path);
  auto [It, New] = Checkouts.try_emplace(Folder.str());
  if (New)
    It->second = folderWith(".git", Folder, FS);
  return It->second;
}

bool ParsedSource::isLibrary(const SourceFunction &F) {
  const SourceLocation Loc = SM.getFileLoc(declOf(F).getLocation());
  if (SM.isInMainFile(Loc))
    return false;
  if (F.IsOfSystem || F.IsOfTemplateLibrary)
    return true;
  auto MainFile = SM.getFileEntryRefForID(SM.getMainFileID());
  std::string Own = MainFile ? checkoutOf(MainFile->getName()) : "";
  return !Own.empty() && checkoutOf(SM.getFilename(Loc)) != Own;
}

/// Where another function than a kernel declares it, too, it is one array: that
/// may be called by any of them.
const SourceVariable *ParsedSource::ofKernel(const SourceVariable &V,
                                             const SourceFunction &Kernel) {
  const VarDecl &Of = ClangView::declOf(V);
  if (!Of.getType()->isIncompleteArrayType())
    return &V;
  const SourceVariable *Own = &V;
  for (const VarDecl *D : Of.redecls()) {
    const auto *In = dyn_cast<FunctionDecl>(D->getLexicalDeclContext());
    if (!In || !In->hasAttr<CUDAGlobalAttr>())
      return &V;
    if (functionOf(In) == &Kernel)
      Own = variableOf(D);
  }
  return Own;
}

const SourceVariable *ParsedSource::variableOf(const VarDecl *V) {
  if (!V)
    return nullptr;
  if (const auto &Known = Variables[V])
    return Known.get();
  auto New = std::make_unique<ClangVariable>();
  New->Decl = V;
  New->Name = V->getNameAsString();
  New->Type = declaredType(Context, *V);
  New->Declared = declarationPlace(Context, *V);
  New->Bytes = bytesOf(Context, V->getType());
  New->In = functionOf(dyn_cast<FunctionDecl>(V->getDeclContext()));
  // Arrays of __half and float4 are the user's.
  const auto *Record = V->getType()->getAsRecordDecl();
  New->IsOfSystem = SM.isInSystemHeader(V->getLocation()) ||
                    (Record && SM.isInSystemHeader(Record->getLocation()));
  return (Variables[V] = std::move(New)).get();
}

} // namespace warplint
