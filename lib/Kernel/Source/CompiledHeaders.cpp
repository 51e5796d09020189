//===- CompiledHeaders.cpp - Files that were parsed before ----------------===//

#include "CompiledHeaders.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

std::vector<std::string> compiledHeaders(const ASTContext &Context,
                                         bool OfSystem) {
  std::vector<std::string> Names;
  auto *Reader = dyn_cast_or_null<ASTReader>(Context.getExternalSource());
  if (!Reader)
    return Names;
  FileManager &Files = Context.getSourceManager().getFileManager();
  for (serialization::ModuleFile &Part : Reader->getModuleManager())
    Reader->visitInputFileInfos(
        Part, /*IncludeSystem=*/OfSystem,
        [&](const serialization::InputFileInfo &File, bool IsOfSystem) {
          if (IsOfSystem != OfSystem)
            return;
          // Of nobody: the list of headers that were compiled together.
          llvm::StringRef Given = File.UnresolvedImportedFilenameAsRequested;
          if (isVirtual(Given))
            return;
          llvm::SmallString<256> Name(Given);
          Files.makeAbsolutePath(Name);
          llvm::sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
          Names.push_back(Name.str().str());
        });
  return Names;
}

bool anyText(const ASTContext &Context, bool OfSystem,
             llvm::function_ref<bool(llvm::StringRef)> IsMeant,
             llvm::function_ref<bool(llvm::StringRef)> Holds) {
  const SourceManager &SM = Context.getSourceManager();
  return llvm::any_of(OfSystem ? systemFiles(SM) : userFiles(SM),
                      [&](FileID File) {
                        return IsMeant(sourceFileName(SM, File)) &&
                               Holds(SM.getBufferData(File));
                      }) ||
         llvm::any_of(
             compiledHeaders(Context, OfSystem), [&](llvm::StringRef Header) {
               if (!IsMeant(Header))
                 return false;
               auto Text = SM.getFileManager().getBufferForFile(Header);
               return Text ? Holds((*Text)->getBuffer()) : !OfSystem;
             });
}

} // namespace warplint
