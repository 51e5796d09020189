//===- SameModules.cpp - Modules of PTX that are in several folders -------===//

#include "SameModules.h"
#include "Checks/EmbeddedFiles.h"
#include "warplint/Support/Archive.h"

using namespace llvm;

namespace warplint {

/// Every place in \p Value that is in \p From is in \p To.
template <typename T>
static void rename(T &Value, const std::string &From, const std::string &To) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (Value == From)
      Value = To;
  } else {
    forEachPart(Value, [&](auto &Part) { rename(Part, From, To); });
  }
}

FileReport SameModules::report(const std::string &Key, const std::string &File,
                               FileTrace &Trace,
                               function_ref<FileReport()> Analyze) {
  constexpr size_t MostModules = 64; // Their reports take memory.
  if (auto Same = Known.find(Key); Same != Known.end()) {
    const Module &Of = Same->second;
    Trace.add(Of.Trace);
    FileReport Report = Of.Report;
    rename(Report, Of.File, File);
    rename(Report, factsBeside(Of.File), factsBeside(File));
    return Report;
  }
  FileReport Report = Analyze();
  // What is said of a broken one has its name in the text.
  if (Report.HadErrors)
    return Report;
  if (Known.size() == MostModules)
    Known.clear();
  Known[Key] = {File, Report, Trace};
  return Report;
}

} // namespace warplint
