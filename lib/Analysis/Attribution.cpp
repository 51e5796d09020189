//===- Attribution.cpp - The line that the user wrote ---------------------===//

#include "Attribution.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// The file as the parse names it, which is how the user named it.
const std::string &Attribution::userNameOf(const std::string &Path) {
  auto [It, New] = Files.try_emplace(Path, Path);
  if (!New)
    return It->second;
  if (auto File = View.file(Path))
    It->second = File->Name;
  return It->second;
}

/// Whether nothing that the user wrote decides what \p Access costs. \p
/// HasUser: the kernel, or a function on the way, is the user's.
bool Attribution::isOfLibrary(const KernelAccess &Access, bool HasUser) {
  const SourceFunction *F = Access.Source->Function;
  if (!isLibrary(F))
    return false;
  // What is a library's is mostly what its user makes it: a tile of CuTe, the
  // array that goes to wmma.
  if (F->ChoosesPlaces)
    return true;
  auto IsLibrarys = [](const SourceVariable *V) { return V->IsOfSystem; };
  return F->IsOfSystem && (!HasUser || (!Access.Arrays.empty() &&
                                        all_of(Access.Arrays, IsLibrarys)));
}

/// Clang's own headers, and those that are in the program: no build of the user
/// has them, and most are nowhere on the disk.
static bool isOfThisProgram(StringRef File) {
  static const std::string Resources = findResourceDirectory() + "/";
  return File.starts_with(Resources) || isVirtual(File);
}

/// As the kernels of the report are called: the debugger's name has
/// "(color)1" where the user has "Red".
std::string Attribution::nameOf(const CallFrame &Frame) {
  return Frame.Caller
             ? Frame.Caller->Name + View.templateArguments(*Frame.Caller)
             : Frame.CallerName;
}

/// The place of an access or call, with the user's expression where the view has
/// one for it.
AccessPlace Attribution::placeOf(const SourceFunction *Function,
                                 const std::string &File,
                                 const AccessQuery &Query) {
  if (Function)
    if (std::optional<AccessPlace> Place = View.find(*Function, Query))
      return std::move(*Place);
  AccessPlace Place;
  Place.Where = {userNameOf(File), Query.Line, Query.Column};
  return Place;
}

/// Which one of the library's accesses behind the user's expression: equal for
/// the same access in all instantiations.
unsigned Attribution::ordinalOf(const AccessRecord &R,
                                const KernelAccess &Access, size_t Frames) {
  std::string Identity;
  auto Add = [&](StringRef File, unsigned Line, unsigned Column) {
    Identity += (File + ":" + Twine(Line) + ":" + Twine(Column) + ";").str();
  };
  Add(Access.Source->File, Access.Source->Line, Access.Source->Column);
  Identity += std::to_string(Access.Source->Ordinal) + ";";
  for (const CallFrame &Frame : ArrayRef(Access.CallChain).take_front(Frames))
    Add(Frame.File, Frame.Line, Frame.Column);
  for (const SourceVariable *Array : Access.Arrays)
    Identity += Array->Name + ";";
  auto &Ordinals = LibraryAccesses[{R.Where, Access.Source->Verb}];
  return Ordinals.try_emplace(Identity, Ordinals.size()).first->second;
}

const SourceNode *Attribution::attribute(AccessRecord &R,
                                         const KernelAccess &Access) {
  const SourceAccess &Source = *Access.Source;
  AccessPlace Place = placeOf(Source.Function, Source.File,
                              {.Line = Source.Line,
                               .Column = Source.Column,
                               .Verb = Source.Verb,
                               .Ordinal = Source.Ordinal});
  R.Where = Place.Where;
  R.MacroNotes = Place.MacroNotes;
  // A kernel that belongs to a library from end to end is shown as it is.
  bool HasUser = !isLibrary(Source.Function) ||
                 any_of(Access.CallChain, [&](const CallFrame &Frame) {
                   return !isLibrary(Frame.Caller);
                 });
  bool InLibrary = HasUser && isLibrary(Source.Function);
  R.IsOfLibrary = isOfLibrary(Access, HasUser);
  for (const auto &[Depth, Frame] : enumerate(Access.CallChain)) {
    bool IsLibrary = isLibrary(Frame.Caller);
    // Of the calls inside a library only the user's one counts.
    if (HasUser && IsLibrary)
      continue;
    AccessPlace At = placeOf(Frame.Caller, Frame.File,
                             {Frame.Line, Frame.Column, Source.Verb});
    if (!InLibrary) {
      R.CallChain.push_back(
          {At.Where, "called from here in '" + nameOf(Frame) + "'"});
      continue;
    }
    R.MacroNotes.clear();
    if (!isOfThisProgram(R.Where.File))
      R.MacroNotes.push_back({R.Where, "the access is made here"});
    R.IsInLibrary = true;
    R.Where = At.Where;
    Place.Node = At.Node;
    R.Ordinal = ordinalOf(R, Access, Depth);
    InLibrary = false;
  }
  return Place.Node;
}

} // namespace warplint
