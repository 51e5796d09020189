//===- BlockOption.cpp - The value of --block -----------------------------===//

#include "warplint/Session/BlockOption.h"
#include "warplint/Annotation/Annotation.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace warplint {

Expected<std::pair<std::string, LaunchShape>> parseBlockOption(StringRef Text) {
  auto Fail = [&](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(),
                             "--block=" + Text + ": " + Why);
  };
  StringRef Kernel, Sizes = Text;
  // The last colon: a kernel's name may hold "::".
  if (size_t Colon = Text.rfind(':'); Colon != StringRef::npos) {
    Kernel = Text.take_front(Colon);
    Sizes = Text.drop_front(Colon + 1);
  }
  SmallVector<StringRef, 3> Parts;
  Sizes.split(Parts, 'x');
  if (Parts.size() > 3)
    return Fail("a block has at most three dimensions");
  unsigned Size[3] = {1, 1, 1};
  for (unsigned I = 0; I != Parts.size(); ++I)
    if (Parts[I].getAsInteger(10, Size[I]) || Size[I] == 0)
      return Fail("expected [KERNEL:]X[xY[xZ]], as in transpose:32x8");
  LaunchShape Shape{Size[0], Size[1], Size[2]};
  if (std::string Problem = blockProblem(Shape); !Problem.empty())
    return Fail(Problem);
  return std::pair(Kernel.str(), Shape);
}

} // namespace warplint
