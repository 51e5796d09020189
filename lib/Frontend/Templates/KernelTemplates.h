//===- KernelTemplates.h - Instances for templates without any --*- C++ -*-===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELTEMPLATES_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELTEMPLATES_H

#include "Frontend/Recovery/IntactFunctions.h"
#include "Frontend/StandIns/MissingNames.h"
#include "warplint/Frontend/Templates.h"

namespace clang {
class Sema;
} // namespace clang

namespace warplint {

/// Stand-ins with which a template might have instances.
struct WantedStandIns {
  std::vector<AskedClass> Classes;
  std::vector<LackedName> Names;
};

/// To be called when the parse is over and CodeGen has not begun. New functions
/// are announced to the consumer of \p S as those of the parse are. Of a
/// pattern that is not whole nothing is tried. \p Wanted: what might help it.
KernelTemplates instantiateTemplates(clang::Sema &S, WholeFunctions &Whole,
                                     const TemplateOptions &Options,
                                     WantedStandIns &Wanted);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_KERNELTEMPLATES_H
