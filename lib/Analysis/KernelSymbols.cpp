//===- KernelSymbols.cpp - Values of a kernel by the names users know -----===//

#include "KernelSymbols.h"
#include "warplint/Support/ClosestName.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// The declaration whose parameter names the IR has.
const FunctionDecl *definitionOf(const KernelModel &Kernel) {
  const FunctionDecl *Definition = nullptr;
  if (Kernel.Declaration && Kernel.Declaration->isDefined(Definition))
    return Definition;
  return Kernel.Declaration;
}

static const FieldDecl *fieldOf(QualType Type, StringRef Name) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (Record)
    for (const FieldDecl *Field : Record->fields())
      if (Field->getDeclName().isIdentifier() && Field->getName() == Name)
        return Field;
  return nullptr;
}

/// The part of parameter number \p Index at the end of \p Path, "inner.ld".
std::optional<ParameterPart> partOf(const FunctionDecl &Function,
                                    unsigned Index, StringRef Path) {
  const ASTContext &Context = Function.getASTContext();
  QualType Type = Function.getParamDecl(Index)->getType();
  uint64_t Bits = 0;
  while (!Path.empty()) {
    StringRef Name;
    std::tie(Name, Path) = Path.split('.');
    const FieldDecl *Field = fieldOf(Type, Name);
    if (!Field || Field->isBitField() || Field->getParent()->isInvalidDecl() ||
        Field->getParent()->isDependentContext())
      return std::nullopt;
    Bits += Context.getFieldOffset(Field);
    Type = Field->getType();
  }
  return ParameterPart{Type, Index, Bits / 8};
}

/// What \p Name, "n" or "p.ld", is for a parameter n or p.
std::optional<ParameterPart> partNamed(const KernelModel &Kernel,
                                       StringRef Name) {
  const FunctionDecl *Function = definitionOf(Kernel);
  auto [Root, Path] = Name.split('.');
  for (unsigned I = 0; Function && I != Function->getNumParams(); ++I) {
    const ParmVarDecl *Parameter = Function->getParamDecl(I);
    if (Parameter->getDeclName().isIdentifier() && Parameter->getName() == Root)
      return partOf(*Function, I, Path);
  }
  return std::nullopt;
}

bool isSymbolOf(const UniformSymbol &S, const ParameterPart &Part) {
  return S.Parameter == Part.Parameter &&
         S.ParameterOffset == Part.OffsetInBytes;
}

static bool isAssumable(SymbolKind Kind) {
  return Kind == SymbolKind::Parameter || Kind == SymbolKind::UniformLoad ||
         Kind == SymbolKind::BlockIdx || Kind == SymbolKind::GridDim;
}

static std::string withoutSpaces(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Result += C;
  return Result;
}

llvm::SmallVector<unsigned, 2>
symbolsWhere(const KernelModel &Kernel,
             llvm::function_ref<bool(const UniformSymbol &)> Is) {
  llvm::SmallVector<unsigned, 2> Found;
  for (unsigned I = 0; I != Kernel.Context->numSymbols(); ++I)
    if (Is(Kernel.Context->symbolAt(I)))
      Found.push_back(I);
  return Found;
}

/// The symbols that the user means by \p Name: those of the parameter, else
/// those that are printed like that.
llvm::SmallVector<unsigned, 2> symbolsNamed(const KernelModel &Kernel,
                                            StringRef Name) {
  if (std::optional<ParameterPart> Part = partNamed(Kernel, Name))
    return symbolsWhere(
        Kernel, [&](const UniformSymbol &S) { return isSymbolOf(S, *Part); });
  return symbolsWhere(Kernel, [&](const UniformSymbol &S) {
    return isAssumable(S.Kind) && withoutSpaces(S.Name) == Name;
  });
}

static bool isGridName(StringRef Name) {
  return llvm::any_of(AxisNames, [&](StringRef Axis) {
    return Name == ("gridDim" + Axis).str() ||
           Name == ("blockIdx" + Axis).str();
  });
}

static void addFieldNames(QualType Type, const std::string &Name,
                          unsigned Depth, std::vector<std::string> &Names) {
  if (Type->isIntegralOrEnumerationType() || Type->isPointerType()) {
    Names.push_back(Name);
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Depth == 3)
    return;
  for (const FieldDecl *Field : Record->fields())
    addFieldNames(Field->getType(), Name + "." + Field->getNameAsString(),
                  Depth + 1, Names);
}

std::vector<std::string> assumableNames(const KernelModel &Kernel) {
  std::vector<std::string> Names;
  if (const FunctionDecl *Function = definitionOf(Kernel))
    for (const ParmVarDecl *Parameter : Function->parameters())
      if (Parameter->getDeclName().isIdentifier() &&
          !Parameter->getName().empty())
        addFieldNames(Parameter->getType(), Parameter->getName().str(), 0,
                      Names);
  for (StringRef Register : {"gridDim", "blockIdx"})
    for (StringRef Axis : AxisNames)
      Names.push_back((Register + Axis).str());
  Names.push_back(DynamicSharedName.str());
  for (unsigned I = 0; I != Kernel.Context->numSymbols(); ++I) {
    const UniformSymbol &S = Kernel.Context->symbolAt(I);
    std::string Name = withoutSpaces(S.Name);
    if (isAssumable(S.Kind) && !llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  return Names;
}

/// Why \p Promise says nothing about the kernel; nothing when it does.
std::optional<std::string> promiseProblem(const KernelModel &Kernel,
                                          const KernelNames &Names,
                                          const Assumption &Promise) {
  StringRef Name = Promise.Name;
  if (Name.starts_with("threadIdx."))
    return "'" + Promise.Name +
           "' differs between threads and cannot be assumed";
  if (Name.starts_with("blockDim."))
    return "set the block shape with 'block(X, Y, Z)'";
  if (isGridName(Name))
    return std::nullopt;
  if (Name == DynamicSharedName)
    return Promise.Values.Least || Promise.Values.Most || Promise.Values.Residue
               ? std::optional("only '% M == 0' can be assumed of '" +
                               DynamicSharedName.str() +
                               "'; set its size with 'dynamic_shared(BYTES)'")
               : std::nullopt;
  if (std::optional<ParameterPart> Part = partNamed(Kernel, Name)) {
    QualType Type = Part->Type;
    if (Type->isIntegralOrEnumerationType())
      return std::nullopt;
    if (!Type->isPointerType())
      return "parameter '" + Promise.Name + "' of kernel '" + Names.Name +
             "' is not an integer";
    if (Promise.Values.Least || Promise.Values.Most)
      return "only '% M == R' can be assumed of a pointer";
    return std::nullopt;
  }
  // A value that the kernel loads: its root is a parameter or a variable.
  if (!symbolsNamed(Kernel, Name).empty())
    return std::nullopt;
  if (Name.starts_with("*") || Name.contains('[') || Name.contains("->")) {
    StringRef Root = Name.ltrim('*').take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (partNamed(Kernel, Root))
      return std::nullopt;
  }
  std::vector<std::string> Known = assumableNames(Kernel);
  std::vector<StringRef> Candidates(Known.begin(), Known.end());
  return "no parameter '" + Promise.Name + "' in kernel '" + Names.Name + "'" +
         didYouMean(Name, Candidates);
}

} // namespace warplint
