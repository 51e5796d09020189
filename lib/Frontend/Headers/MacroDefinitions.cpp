//===- MacroDefinitions.cpp - Macros that some text defines ---------------===//

#include "MacroDefinitions.h"
#include "warplint/Frontend/IncludeLines.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include <system_error>

using llvm::StringRef;

namespace warplint {

// More than the sources of any repository of the study have.
static constexpr uint64_t MaximumBytes = 512 << 20;

static void forEachDirective(StringRef Text, StringRef Word,
                             llvm::ArrayRef<StringRef> Openings,
                             llvm::function_ref<void(StringRef Name)> Found) {
  for (size_t At = 0; (At = Text.find(Word, At)) != StringRef::npos;) {
    StringRef Before = Text.take_front(At).rtrim(" \t");
    At += Word.size();
    if (llvm::none_of(Openings,
                      [&](StringRef End) { return Before.ends_with(End); }))
      continue;
    StringRef Rest = Text.drop_front(At);
    Rest.consume_front("01"); // #cmakedefine01
    StringRef Name = Rest.ltrim(" \t").take_while(
        [](char C) { return clang::isAsciiIdentifierContinue(C); });
    if (!Name.empty() && Name.data() != Rest.data())
      Found(Name);
  }
}

void forEachDefinition(StringRef Text, bool IsTemplate,
                       llvm::function_ref<void(StringRef Name)> Found) {
  forEachDirective(Text, "define", {"#", "#cmake", "#meson"}, Found);
  if (IsTemplate)
    forEachDirective(Text, "undef", {"#"}, Found);
}

std::optional<llvm::StringMap<unsigned>>
countDefinitions(llvm::vfs::FileSystem &FS, llvm::ArrayRef<std::string> Files) {
  llvm::StringMap<unsigned> Counts;
  uint64_t Left = MaximumBytes;
  for (StringRef File : Files) {
    if (isUnit(File))
      continue;
    auto Buffer = FS.getBufferForFile(File, /*FileSize=*/-1,
                                      /*RequiresNullTerminator=*/false);
    // A link that leads nowhere: nobody can include it.
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      continue;
    if (!Buffer || (*Buffer)->getBufferSize() > Left)
      return std::nullopt;
    Left -= (*Buffer)->getBufferSize();
    forEachDefinition((*Buffer)->getBuffer(), File.ends_with(".in"),
                      [&](StringRef Name) { ++Counts[Name]; });
  }
  return Counts;
}

} // namespace warplint
