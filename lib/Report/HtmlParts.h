//===- HtmlParts.h - The parts of the page of --format=html -----*- C++ -*-===//

#ifndef WARPLINT_LIB_REPORT_HTMLPARTS_H
#define WARPLINT_LIB_REPORT_HTMLPARTS_H

#include "ArrayGroups.h"
#include "warplint/Finding/SourceLines.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace warplint {

llvm::StringRef pageStyle();
llvm::StringRef pageScript();

/// A finding, or several about one array, as the page tells them.
struct PageFinding {
  const FileReport *Report = nullptr;
  /// One that is in no group is the worst of its own.
  ArrayGroup Group;
  const Finding &finding() const { return *Group.Worst; }
};

/// An access of the source: of its instances in one kernel, the worst.
struct PageAccess {
  const AccessRecord *Access = nullptr;
  const FileReport *Report = nullptr;
  unsigned Instances = 0;
  std::vector<llvm::StringRef> Checks; ///< That have something to say of it.
};

/// What all parts of a page refer to.
struct HtmlPage {
  HtmlPage(const std::vector<FileReport> &Reports, llvm::StringRef Root,
           SourceLines &Lines);

  /// "f3", the same for a file throughout the page.
  std::string fileId(llvm::StringRef File) const;
  /// From the root; and the same as text of the page.
  std::string shortNameOf(llvm::StringRef File) const;
  std::string nameOf(llvm::StringRef File) const;
  /// The same, which may be broken between its folders and words.
  std::string breakableNameOf(llvm::StringRef File) const;
  /// A link to a line of a file that is shown, else its name: "src/a.cu:12".
  std::string placeLink(const SourcePlace &Where) const;

  const std::vector<FileReport> &Reports;
  std::string Root;
  SourceLines &Lines;
  std::vector<PageFinding> Findings; ///< The costliest first.
  std::vector<PageAccess> Accesses;  ///< By place.
  /// Which finding, or finding's group, is about a line.
  std::map<std::pair<llvm::StringRef, unsigned>, size_t> FindingAt;
  /// Of those with findings: the lines that are shown.
  std::map<std::string, std::vector<bool>, std::less<>> Shown;
  std::map<std::string, unsigned, std::less<>> Numbers; ///< Of all files.

private:
  void meet(llvm::StringRef File);
  void addAccesses(const FileReport &R);
  /// \p Number: of a finding whose line this is.
  void show(const SourcePlace &Where, std::optional<size_t> Number = {});

  std::map<std::tuple<SourcePlace, AccessVerb, unsigned, llvm::StringRef>,
           size_t>
      AccessAt; ///< In Accesses, while these are collected.
};

void printFindings(llvm::raw_ostream &Out, const HtmlPage &Page);
void printSources(llvm::raw_ostream &Out, const HtmlPage &Page);

/// "conflicting", "clean", "open": the class of what is told of \p Access.
llvm::StringRef outcomeClass(const AccessRecord &Access);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_HTMLPARTS_H
