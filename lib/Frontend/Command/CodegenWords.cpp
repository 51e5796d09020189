//===- CodegenWords.cpp - Options that nvcc may get from a command --------===//
//
// Options that change the machine code and can do nothing else, for those who
// have nvcc compile a file of a tree that is not trusted (docs/issued.md). Their
// values are numbers and words of nvcc's own: no file, no program, nothing that
// a shell, which nvcc hands its words to, would take for more than a word.
//
//===----------------------------------------------------------------------===//

#include "Translation.h"
#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace warplint {

/// Of ptxas, behind its dashes.
static constexpr StringRef PassedToPtxas[] = {
    "O",
    "allow-expensive-optimizations",
    "def-load-cache",
    "def-store-cache",
    "disable-optimizer-constants",
    "disable-optimizer-consts",
    "dlcm",
    "dscm",
    "fmad",
    "maxrregcount",
    "opt-level",
    "register-usage-level",
};

static bool isPlainWord(StringRef Text) {
  return llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '-'; });
}

/// "-O3", "--opt-level=3", "-dlcm=cg".
static bool isPassedToPtxas(StringRef Word) {
  auto [Name, Value] = Word.split('=');
  Name = Name.ltrim('-');
  if (Name.starts_with("O"))
    Name = Name.rtrim("0123456789");
  return Word.starts_with("-") && isPlainWord(Word.split('=').first) &&
         isPlainWord(Value) && llvm::is_contained(PassedToPtxas, Name);
}

void Translation::addForNvcc(StringRef Option, StringRef Value) {
  if (Option == "device-c")
    return ForNvcc.push_back("--relocatable-device-code=true");
  if (Option == "ptxas-options") {
    for (const std::string &Word : splitCommaList(Value, /*Escapes=*/false))
      if (isPassedToPtxas(Word))
        ForNvcc.push_back("-Xptxas=" + Word);
    return;
  }
  if (isPlainWord(Value))
    ForNvcc.push_back(
        ("--" + Option + (Value.empty() ? "" : "=") + Value).str());
}

/// The last value of \p Option among the words for nvcc; nothing: not given.
static std::optional<StringRef>
lastOf(llvm::ArrayRef<std::string> Words,
       std::initializer_list<StringRef> Options) {
  for (StringRef Word : llvm::reverse(Words))
    for (StringRef Option : Options)
      if (StringRef Rest = Word; Rest.consume_front(Option) &&
                                 (Rest.empty() || Rest.consume_front("=") ||
                                  llvm::isDigit(Rest.front())))
        return Rest;
  return std::nullopt;
}

bool Translation::isDebugCodeOptimized() const {
  return lastOf(ForNvcc, {"--dopt"}) == "on";
}

StringRef Translation::effortOfNvcc() const {
  // With -G nothing is optimised, unless -dopt=on says so.
  const StringRef Fast = lastOf(ForNvcc, {"--Ofast-compile"}).value_or("0");
  if ((lastOf(ForNvcc, {"--device-debug"}) && !isDebugCodeOptimized()) ||
      Fast == "max")
    return "none";
  const StringRef OfPtxas =
      lastOf(ForNvcc, {"-Xptxas=-O", "-Xptxas=--opt-level"}).value_or("3");
  if (Fast == "min" || Fast == "mid" || OfPtxas == "0")
    return "llvm";
  if (OfPtxas == "1")
    return "some";
  return IsOptimizedByLinker ? "linked" : "";
}

/// nvcc has no modes of GNU's, and takes the host compiler's standard where none
/// is named.
void Translation::addStandardForNvcc() {
  const auto *Known = clang::LangStandard::getLangStandardForName(Std);
  StringRef Number =
      Known ? StringRef(Known->getName()).split("++").second : "";
  if (Number == "98")
    Number = "03";
  if (llvm::is_contained({"03", "11", "14", "17", "20", "23"}, Number))
    ForNvcc.push_back(("--std=c++" + Number).str());
}

} // namespace warplint
