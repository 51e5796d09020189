//===- IncludeIndex.cpp - Who includes whom below a root ------------------===//

#include "IncludeIndex.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringSet.h"

using namespace warplint;
using llvm::StringRef;
namespace path = llvm::sys::path;

// Files that are read: more than any repository of the study has.
static constexpr size_t MaximumFilesRead = 16'384;
// Includers of includers that are followed.
static constexpr unsigned MaximumChain = 5;

IncludeIndex::IncludeIndex(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From,
                           std::vector<std::string> Sources, StringRef First)
    : FS(std::move(From)) {
  if (Sources.size() > MaximumFilesRead) {
    sortByNearness(Sources, First);
    Sources.resize(MaximumFilesRead);
  }
  for (const std::string &Source : Sources) {
    auto Buffer = FS->getBufferForFile(Source);
    if (!Buffer)
      continue;
    for (IncludeLine &Line : includeLines((*Buffer)->getBuffer()))
      ByName[path::filename(Line.Name)].push_back(
          {Source, Line.Name, Line.Quoted});
  }
}

static bool isCuda(StringRef File) { return path::extension(File) == ".cu"; }

bool IncludeIndex::isSource(StringRef Name) {
  static constexpr StringRef Extensions[] = {
      ".cu",  ".cuh", ".h",   ".hh",  ".hpp", ".hxx", ".inl",
      ".inc", ".ipp", ".tpp", ".cpp", ".cc",  ".cxx"};
  return llvm::is_contained(Extensions, path::extension(Name));
}

/// \p File ends in the path \p Name, whole components, leading ../ left aside.
static bool endsInPath(StringRef File, StringRef Name) {
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  return !Name.empty() && File.consume_back(Name) && File.ends_with("/");
}

bool IncludeIndex::means(const Inclusion &Line, StringRef File) const {
  if (Line.Quoted || path::is_absolute(Line.Name)) {
    std::string Beside = absolutePath(path::parent_path(Line.By), Line.Name);
    if (Beside == File)
      return true;
    if (FS->exists(Beside))
      return false;
  }
  return endsInPath(File, Line.Name);
}

std::vector<std::string> IncludeIndex::directIncludersOf(StringRef File) const {
  std::vector<std::string> Found;
  auto It = ByName.find(path::filename(File));
  if (It == ByName.end())
    return Found;
  for (const Inclusion &Line : It->second)
    if (Line.By != File && means(Line, File))
      Found.push_back(Line.By);
  return Found;
}

std::vector<std::string> IncludeIndex::includersOf(StringRef File,
                                                   size_t Maximum) const {
  std::vector<std::string> Found, Last;
  std::vector<std::string> Frontier = {File.str()};
  llvm::StringSet<> Seen;
  Seen.insert(File);
  for (unsigned Length = 0;
       Length != MaximumChain && !Frontier.empty() && Found.size() < Maximum;
       ++Length) {
    std::vector<std::string> Next;
    for (const std::string &Of : Frontier) {
      std::vector<std::string> By = directIncludersOf(Of);
      if (By.empty() && Of != File && !isCuda(Of))
        Last.push_back(Of);
      for (std::string &Includer : By)
        if (Seen.insert(Includer).second)
          Next.push_back(std::move(Includer));
    }
    sortByNearness(Next, File);
    llvm::copy_if(Next, std::back_inserter(Found), isCuda);
    Frontier = std::move(Next);
  }
  sortByNearness(Last, File);
  llvm::append_range(Found, Last);
  if (Found.size() > Maximum)
    Found.resize(Maximum);
  return Found;
}
