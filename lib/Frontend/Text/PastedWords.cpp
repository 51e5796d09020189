//===- PastedWords.cpp - What macros may join by ## -----------------------===//

#include "Frontend/Text/PastedWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace warplint {

/// Whether a macro of the name \p Word joins its arguments, whoever defines it:
/// __CONCAT of glibc, BOOST_PP_CAT, token_paste2, CppConcat. Headers of the system
/// are not read.
static bool isNamedAsJoining(StringRef Word) {
  static constexpr StringRef Names[] = {"cat",  "concat", "concatenate",
                                        "join", "paste",  "glue"};
  if (llvm::none_of(Word, llvm::isLower))
    return llvm::any_of(
        Names, [&](StringRef Name) { return Word.contains(Name.upper()); });
  llvm::SmallVector<StringRef> Parts;
  Word.split(Parts, '_', -1, /*KeepEmpty=*/false);
  return llvm::any_of(Parts, [](StringRef Part) {
    Part = Part.rtrim("0123456789");
    return llvm::any_of(Names, [&](StringRef Name) {
      return Part.equals_insensitive(Name) ||
             (Part.ends_with_insensitive(Name) &&
              llvm::isUpper(Part[Part.size() - Name.size()]));
    });
  });
}

llvm::StringSet<> pastedWords(llvm::ArrayRef<const WordGroup *> Groups) {
  std::vector<const WordGroup *> Bodies, Statements;
  for (const WordGroup *G : Groups)
    (G->Macro.empty() ? Statements : Bodies).push_back(G);
  llvm::StringSet<> Macros, Joined;
  auto Pastes = [&](const WordGroup *G) {
    return G->Pastes || llvm::any_of(G->Words, [&](StringRef Word) {
             return Macros.contains(Word) || isNamedAsJoining(Word);
           });
  };
  // Adds the bodies that are of a kind until no more are.
  auto AddBodies = [&](llvm::function_ref<bool(const WordGroup *)> Is) {
    for (size_t Count = 0; Count != Bodies.size();) {
      Count = Bodies.size();
      llvm::erase_if(Bodies, [&](const WordGroup *G) {
        if (!Is(G))
          return false;
        Macros.insert(G->Macro);
        Joined.insert(G->Words.begin(), G->Words.end());
        return true;
      });
    }
  };
  AddBodies(Pastes);
  for (const WordGroup *G : Statements)
    if (Pastes(G))
      Joined.insert(G->Words.begin(), G->Words.end());
  AddBodies([&](const WordGroup *G) { return Joined.contains(G->Macro); });
  return Joined;
}

/// A number, which may have a suffix, as 201703L does.
static bool isNumber(StringRef Word) {
  return llvm::isDigit(Word.front()) &&
         Word.drop_while(llvm::isDigit).trim("uUlL").empty();
}

bool canPaste(const llvm::StringSet<> &Words, StringRef Name) {
  // Whether the name's beginning of this length can be made.
  llvm::SmallVector<bool> Made(Name.size() + 1, false);
  Made[0] = true;
  for (size_t Begin = 0; Begin != Name.size(); ++Begin)
    for (size_t End = Begin + 1; Made[Begin] && End <= Name.size(); ++End) {
      const StringRef Part = Name.slice(Begin, End);
      Made[End] |= Words.contains(Part) || isNumber(Part);
    }
  return Made[Name.size()];
}

} // namespace warplint
