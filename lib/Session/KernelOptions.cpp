//===- KernelOptions.cpp - The values of --assume and --block -------------===//

#include "warplint/Session/KernelOptions.h"
#include "warplint/Support/ClosestName.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Where the kernel's name ends: the last colon that is not one of a "::".
static size_t kernelEnd(StringRef Text) {
  for (size_t I = Text.size(); I-- > 0;) {
    if (Text[I] != ':')
      continue;
    if (I == 0 || Text[I - 1] != ':')
      return I;
    --I;
  }
  return StringRef::npos;
}

/// Whether a range above 0 holds none of the residues: the moduli of
/// SymbolValues::with meet, whatever the range is.
static bool isEmpty(const SymbolValues &Values) {
  if (!Values.Least || !Values.Most || *Values.Least < 0)
    return false;
  auto Least = static_cast<uint64_t>(*Values.Least);
  auto Most = static_cast<uint64_t>(*Values.Most);
  uint64_t Step = (Values.Modulus - Least % Values.Modulus + Values.Residue) %
                  Values.Modulus;
  return Step > Most - Least;
}

/// The condition with which \p New leaves no value, of those so far in turn.
static std::string firstAgainst(const KernelAssumption &New,
                                ArrayRef<KernelAssumption> SoFar) {
  SymbolValues All = New.Promise.Values;
  for (const KernelAssumption &Known : SoFar) {
    if (Known.Kernel != New.Kernel || Known.Promise.Name != New.Promise.Name)
      continue;
    std::optional<SymbolValues> Both = All.with(Known.Promise.Values);
    if (!Both || isEmpty(*Both))
      return Known.Promise.Text;
    All = *Both;
  }
  return New.Promise.Text;
}

AssumptionReader::AssumptionReader(std::vector<KernelAssumption> &Into)
    : Into(Into) {
  for (const KernelAssumption &Known : Into) {
    meet(Known);
    Said.insert({Known.Kernel, Known.Promise.Text});
  }
}

bool AssumptionReader::meet(const KernelAssumption &New) {
  SymbolValues &Values = Left[{New.Kernel, New.Promise.Name}];
  std::optional<SymbolValues> Both = Values.with(New.Promise.Values);
  if (!Both || isEmpty(*Both))
    return false;
  Values = *Both;
  return true;
}

Error AssumptionReader::add(StringRef Text, StringRef Option) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("--assume=" + Text + ": " + Why);
  };
  StringRef Kernel, Conditions = Text;
  if (size_t Colon = kernelEnd(Text); Colon != StringRef::npos) {
    Kernel = Text.take_front(Colon).trim();
    Conditions = Text.drop_front(Colon + 1);
  }
  std::vector<Assumption> Found;
  if (auto Problem = parseConditions(Conditions, Found)) {
    StringRef At = Conditions.slice(Problem->Begin, Problem->End);
    return Fail(Problem->Message +
                (At.empty() ? Twine(" at the end") : " at '" + At + "'"));
  }
  for (Assumption &Promise : Found) {
    StringRef Name = Promise.Name;
    if (Name.starts_with("threadIdx."))
      return Fail("'" + Name +
                  "' differs between threads and cannot be assumed");
    if (Name.starts_with("blockDim."))
      return Fail("set the block shape with --block=X[xY[xZ]]");
    if (!Said.insert({Kernel.str(), Promise.Text}).second)
      continue;
    KernelAssumption New{Kernel.str(), std::move(Promise)};
    New.Promise.Option = Option.str();
    if (!meet(New))
      return Fail("no value of '" + New.Promise.Name +
                  "' satisfies this and '" + firstAgainst(New, Into) + "'");
    Into.push_back(std::move(New));
  }
  return Error::success();
}

bool namesKernel(StringRef Wanted, StringRef Kernel) {
  return Wanted.empty() || Kernel == Wanted ||
         (Kernel.consume_front(Wanted) && Kernel.starts_with("<"));
}

std::vector<std::string>
unknownAssumptions(ArrayRef<KernelAssumption> Assumptions,
                   ArrayRef<FileReport> Reports) {
  std::vector<std::string> Messages;
  std::set<std::pair<std::string, std::string>> Reported;
  for (const auto &[Kernel, Promise] : Assumptions) {
    if (!Reported.insert({Kernel, Promise.Name}).second)
      continue;
    bool AnyKernel = false, AnyName = false;
    std::vector<StringRef> Names;
    for (const FileReport &Report : Reports)
      for (const auto &[Analysed, Assumable] :
           zip(Report.Kernels, Report.Assumable)) {
        if (!namesKernel(Kernel, Analysed))
          continue;
        AnyKernel = true;
        AnyName |= is_contained(Assumable, Promise.Name);
        append_range(Names, Assumable);
      }
    if (AnyName)
      continue;
    if (!AnyKernel && !Kernel.empty())
      Messages.push_back("--assume: no kernel is named '" + Kernel + "'");
    else if (AnyKernel)
      Messages.push_back(
          "--assume: no parameter '" + Promise.Name + "' in " +
          (Kernel.empty() ? "any kernel" : "kernel '" + Kernel + "'") +
          didYouMean(Promise.Name, Names));
  }
  return Messages;
}

Expected<std::pair<std::string, LaunchShape>> parseBlockOption(StringRef Text) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("--block=" + Text + ": " + Why);
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

Expected<std::pair<std::string, uint64_t>>
parseDynamicSharedOption(StringRef Text) {
  // The last colon: a kernel's name may hold "::".
  size_t Colon = Text.rfind(':');
  StringRef Kernel = Colon == StringRef::npos ? "" : Text.take_front(Colon);
  uint32_t Bytes = 0;
  bool IsNumber = !Text.substr(Colon + 1).getAsInteger(10, Bytes);
  std::string Problem = IsNumber
                            ? dynamicSharedProblem(Bytes)
                            : "expected [KERNEL:]BYTES, as in softmax:4096";
  if (!Problem.empty())
    return createStringError("--dynamic-shared=" + Text + ": " + Problem);
  return std::pair(Kernel.str(), uint64_t(Bytes));
}

} // namespace warplint
