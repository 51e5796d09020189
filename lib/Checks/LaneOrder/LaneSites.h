//===- LaneSites.h - Where a kernel deals out its work to lanes -*- C++ -*-===//
//
// The sources of a group (LaneGroups.h) as places of the text, and what to write
// there so that lanes come in another order:
//
//   int row = t / 8;      t / 16 * 2 + t % 2
//   int col = t % 8;      t / 2 % 8
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANESITES_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANESITES_H

#include "LaneGroups.h"
#include "warplint/Basic/SourceEdit.h"
#include "warplint/Layout/LaneOrder.h"
#include <string>

namespace warplint {

struct LaneSite {
  /// Null where the expression is a part of another one.
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *Written = nullptr;
  BitWeights Weights;

  /// What a reader looks for: "row", or the expression itself.
  std::string Name;
};

class LaneSites {
public:
  LaneSites(const clang::ASTContext &Context, const KernelBody &Body,
            ThreadValues &Values)
      : Context(&Context), Body(&Body), Values(&Values) {}

  /// Takes \p Sources for the sites. False where one of them cannot be dealt
  /// out anew, or stands in a function that other kernels may call.
  bool choose(llvm::ArrayRef<LaneSource> Sources);
  llvm::ArrayRef<LaneSite> sites() const { return Sites; }

  /// What to write in place of \p Site's expression, so that the lanes come in
  /// the order \p Order.
  std::string textOf(const LaneSite &Site, const LaneOrder &Order);

  /// A variable that is the number of the thread, and the variables in its
  /// expression for which something else has to be written if it is to stay that.
  struct KeptNumber {
    const clang::VarDecl *Variable = nullptr;
    std::vector<std::pair<std::string, std::string>> Texts;
  };
  /// After editsFor().
  llvm::ArrayRef<KeptNumber> keptNumbers() const { return Kept; }

  /// Puts these texts into the source, and leaves variables alone that are the
  /// number of the thread and are computed from a site. Nothing where a macro
  /// stands in the way.
  std::optional<std::vector<FileEdits>> editsFor(const LaneOrder &Order);

private:
  bool isSite(const clang::VarDecl *V) const;
  const clang::VarDecl *numberIn(const clang::Stmt *S, bool IsLane);
  bool addEdit(const clang::Expr *Written, const std::string &Text,
               std::vector<FileEdits> &Edits) const;
  bool keepThreadNumbers(std::vector<FileEdits> &Edits);

  const clang::ASTContext *Context;
  const KernelBody *Body;
  ThreadValues *Values;
  std::vector<LaneSite> Sites;
  std::vector<KeptNumber> Kept;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANESITES_H
