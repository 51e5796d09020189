//===- InlinedCalls.cpp - Calls that .debug_info says were inlined --------===//

#include "InlinedCalls.h"
#include "DebugSections.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <set>

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// The call that \p Die is, its caller aside.
static std::optional<InlinedCall> callOf(const DWARFDie &Die) {
  auto Number = [&](dwarf::Attribute A) {
    return unsigned(dwarf::toUnsigned(Die.find(A), 0));
  };
  InlinedCall Call;
  Call.File = Number(dwarf::DW_AT_call_file);
  Call.Line = Number(dwarf::DW_AT_call_line);
  Call.Column = Number(dwarf::DW_AT_call_column);
  const char *Name = Die.getSubroutineName(DINameKind::ShortName);
  const char *Symbol = Die.getSubroutineName(DINameKind::LinkageName);
  if (!Call.Line || !Name)
    return std::nullopt;
  Call.Name = Name;
  Call.Symbol = Symbol ? Symbol : Name;
  return Call;
}

InlinedCalls::InlinedCalls(const ModuleText &Text) {
  StringMap<std::unique_ptr<MemoryBuffer>> Sections;
  for (const auto &[Name, Bytes] : debugSections(Text))
    Sections[Name] = MemoryBuffer::getMemBufferCopy(Bytes);
  if (!Sections.contains("debug_info") || !Sections.contains("debug_abbrev"))
    return;
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  auto Dwarf = DWARFContext::create(Sections, /*AddrSize=*/8,
                                    /*isLittleEndian=*/true, Ignore, Ignore);
  std::vector<Bound> Bounds;
  for (const auto &Unit : Dwarf->compile_units()) {
    // By the offset of an entry.
    DenseMap<uint64_t, const InlinedCall *> Innermost;
    for (const DWARFDebugInfoEntry &Entry : Unit->dies()) {
      const DWARFDie Die(Unit.get(), &Entry);
      const InlinedCall *&Call = Innermost[Die.getOffset()];
      if (DWARFDie Parent = Die.getParent())
        Call = Innermost.lookup(Parent.getOffset());
      uint64_t Low = 0, High = 0, Section = 0;
      if (Die.getTag() != dwarf::DW_TAG_inlined_subroutine ||
          !Die.getLowAndHighPC(Low, High, Section) || Low >= High)
        continue;
      auto Found = callOf(Die);
      if (!Found)
        continue;
      Found->Caller = Call;
      Found->Depth = Call ? Call->Depth + 1 : 1;
      Call = &Calls.emplace_back(std::move(*Found));
      Bounds.push_back({Low, true, Call});
      Bounds.push_back({High, false, Call});
    }
  }
  setBegins(std::move(Bounds));
}

void InlinedCalls::setBegins(std::vector<Bound> Bounds) {
  sort(Bounds, [](const Bound &A, const Bound &B) {
    return std::tie(A.Offset, A.Begins) < std::tie(B.Offset, B.Begins);
  });
  std::set<std::pair<unsigned, const InlinedCall *>> Open;
  std::map<unsigned, unsigned> OpenAt; ///< By depth.
  unsigned NumCrowded = 0;             ///< Depths with several.
  for (const Bound &At : Bounds) {
    unsigned &Number = OpenAt[At.Call->Depth];
    if (At.Begins) {
      Open.insert({At.Call->Depth, At.Call});
      NumCrowded += ++Number == 2;
    } else {
      Open.erase({At.Call->Depth, At.Call});
      NumCrowded -= --Number == 1;
    }
    const InlinedCall *Last = nullptr;
    if (!Open.empty() && NumCrowded == 0 &&
        Open.rbegin()->first <= MaxInlinedDepth)
      Last = Open.rbegin()->second;
    if (!Begins.empty() && Begins.back().first == At.Offset)
      Begins.back().second = Last;
    else
      Begins.push_back({At.Offset, Last});
  }
}

const InlinedCall *InlinedCalls::around(size_t Offset) const {
  auto Next = upper_bound(Begins, Offset,
                          [](size_t O, const auto &B) { return O < B.first; });
  return Next == Begins.begin() ? nullptr : std::prev(Next)->second;
}
