//===- KernelSymbols.cpp - Values of a kernel by the names users know -----===//

#include "KernelSymbols.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace warplint {

std::optional<ParameterPart>
partNamed(SourceView &View, const KernelModel &Kernel, StringRef Name) {
  auto [Root, Path] = Name.split('.');
  if (!Kernel.Declaration)
    return std::nullopt;
  for (unsigned I = 0;; ++I) {
    auto Whole = View.partOf(*Kernel.Declaration, I, "");
    if (!Whole || Whole->Name == Root)
      return Whole ? View.partOf(*Kernel.Declaration, I, Path) : std::nullopt;
  }
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
llvm::SmallVector<unsigned, 2>
symbolsNamed(SourceView &View, const KernelModel &Kernel, StringRef Name) {
  if (std::optional<ParameterPart> Part = partNamed(View, Kernel, Name))
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

std::vector<std::string> assumableNames(SourceView &View,
                                        const KernelModel &Kernel) {
  std::vector<std::string> Names;
  if (Kernel.Declaration)
    Names = View.partNames(*Kernel.Declaration);
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
std::optional<std::string> promiseProblem(SourceView &View,
                                          const KernelModel &Kernel,
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
  if (std::optional<ParameterPart> Part = partNamed(View, Kernel, Name)) {
    using Kind = ParameterPart::Kind;
    if (Part->Type == Kind::Signed || Part->Type == Kind::Unsigned)
      return std::nullopt;
    if (Part->Type != Kind::Pointer)
      return "parameter '" + Promise.Name + "' of kernel '" + Names.Name +
             "' is not an integer";
    if (Promise.Values.Least || Promise.Values.Most)
      return "only '% M == R' can be assumed of a pointer";
    return std::nullopt;
  }
  // A value that the kernel loads: its root is a parameter or a variable.
  if (!symbolsNamed(View, Kernel, Name).empty())
    return std::nullopt;
  if (Name.starts_with("*") || Name.contains('[') || Name.contains("->")) {
    StringRef Root = Name.ltrim('*').take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (partNamed(View, Kernel, Root))
      return std::nullopt;
  }
  std::vector<std::string> Known = assumableNames(View, Kernel);
  std::vector<StringRef> Candidates(Known.begin(), Known.end());
  return "no parameter '" + Promise.Name + "' in kernel '" + Names.Name + "'" +
         didYouMean(Name, Candidates);
}

} // namespace warplint
