"""Rules for what a request costs, and which of them reproduce measured rows.

A rule is a function of a row. For the notation see docs/model.md: bank(word) = word
mod 32, and a group of lanes costs the number of words, or of lanes, in its fullest
bank.
"""

import collections
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

LANES = 32
BANKS = 32

Row = dict[str, Any]
Rule = Callable[[Row], Any]


def words(offset: int, width: int) -> range:
    """The words that a lane touches."""
    return range(offset // 4, (offset + width - 1) // 4 + 1)


def grouped(offsets: list[int], size: int) -> Iterator[list[int]]:
    """Groups of lanes that are served one after the other, inactive lanes left out."""
    for first in range(0, LANES, size):
        yield [lane for lane in range(first, first + size) if offsets[lane] >= 0]


def words_in_fullest_bank(offsets: list[int], width: int, lanes: Iterable[int]) -> int:
    touched = {word for lane in lanes for word in words(offsets[lane], width)}
    return max(collections.Counter(word % BANKS for word in touched).values(), default=0)


def lanes_in_fullest_bank(offsets: list[int], width: int, lanes: Iterable[int]) -> int:
    return max(collections.Counter(
        bank for lane in lanes
        for bank in {word % BANKS for word in words(offsets[lane], width)}).values(), default=0)


def by(count: Callable[..., int], size: int, times: int = 1) -> Rule:
    """What groups of a size cost that are served one after the other."""
    return lambda row: times * sum(count(row["lane_byte_offsets"], row["bytes_per_lane"], group)
                                   for group in grouped(row["lane_byte_offsets"], size))


# Lanes that are served together, by the bytes of each.
GROUP = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}


def loaded(offsets: list[int], width: int, lanes: Collection[int]) -> int:
    """A load by some of the lanes: see docs/model.md for the pair rule."""
    some = [o if lane in lanes else -1 for lane, o in enumerate(offsets)]
    size = GROUP[width]
    if size < 32 and any(all(some[i] < 0 or some[i ^ x] < 0 or some[i] == some[i ^ x]
                              for i in range(LANES)) for x in (1, 2)):
        size *= 2
    return sum(words_in_fullest_bank(some, width, g) for g in grouped(some, size))


def pair_merged(row: Row) -> int:
    return loaded(row["lane_byte_offsets"], row["bytes_per_lane"], range(LANES))


def matrix_rows(row: Row) -> int:
    """ldmatrix and stmatrix: rows of 16 bytes, 8 of them at a time."""
    rows = 8 * int(re.search(r"matrix\.x(\d)", row["instruction"])[1])
    return sum(words_in_fullest_bank(row["lane_byte_offsets"], 16, range(first, first + 8))
               for first in range(0, rows, 8))


def winners(offsets: list[int], lanes: set[int], size: int) -> tuple[set[int], int]:
    """The lanes whose compare-and-swap succeeds, and the groups that tried.

    In each group the lowest lane of each bank gets its turn; it fails when an
    earlier group has changed its word."""
    won, changed, tried = set(), set(), 0
    for group in grouped(offsets, size):
        first = {}
        for lane in group:
            if lane in lanes:
                first.setdefault(offsets[lane] // 4 % BANKS, lane)
        tried += bool(first)
        won |= {lane for lane in first.values() if offsets[lane] not in changed}
        changed |= {offsets[lane] for lane in first.values()}
    return won, tried


def swap_loop(row: Row) -> list[int]:
    """Loads and atomics of a loop that loads, computes and compares-and-swaps until
    each lane has succeeded, where each swap changes its word."""
    offsets, width = row["lane_byte_offsets"], row["bytes_per_lane"]
    size = 16 if width == 8 else 32
    left = {lane for lane in range(LANES) if offsets[lane] >= 0}
    loads = atomics = 0
    while left:
        loads += loaded(offsets, width, left)
        won, tried = winners(offsets, left, size)
        atomics += 2 * tried
        left -= won
    return [loads, atomics]


def retry_loop(row: Row) -> list[int]:
    """The same for a loop that loads once, and then swaps until each lane has
    succeeded: one lane of each word does at a time."""
    offsets, width = row["lane_byte_offsets"], row["bytes_per_lane"]
    left = [o // 4 for o in offsets if o >= 0]
    loads = loaded(offsets, width, range(LANES))
    atomics = 0
    while left:
        banks = collections.Counter(word % BANKS for word in left)
        atomics += 2 * max(banks.values())
        for word in set(left):
            left.remove(word)
    return [loads, atomics]


def lines_of_source(row: Row) -> int:
    """A copy: lanes whose source shares a line of 128 bytes of global memory are
    written together. Too high where the writes of several lines meet."""
    step = int(re.search(r"from every (\d+) bytes", row["note"])[1])
    offsets, width, total = row["lane_byte_offsets"], row["bytes_per_lane"], 0
    for group in grouped(offsets, 128 // width):
        lines = collections.defaultdict(list)
        for lane in group:
            lines[lane * step // 128].append(lane)
        total += sum(lanes_in_fullest_bank(offsets, width, lanes)
                     for lanes in lines.values())
    return total


# A tile is lines (rows of a row-major tile) of elements. Each instruction takes one
# block of it: lane to (line, element), with the width in bytes, for each of the
# block's instructions; and the block's lines and elements.


Block = tuple[int, int, int, list[Callable[[int], tuple[int, int]]]]
BYTES_ACROSS: Block = (16, 8, 1, [lambda t, j=j: (4 * (t % 4) + j, t // 4) for j in range(4)])


def along_lines(element_bytes: int) -> Block:
    """8 lines of 16 bytes, 4 bytes a lane; or one ldmatrix row a line, which costs
    the same."""
    step = 4 // element_bytes
    return 8, 16 // element_bytes, 4, [lambda t: (t // 4, step * (t % 4))]


def pairs(along: bool, element_bytes: int) -> Block:
    if along:
        return 8, 8, 2 * element_bytes, [lambda t: (t // 4, 2 * (t % 4))]
    return 8, 8, element_bytes, [lambda t, j=j: (2 * (t % 4) + j, t // 4) for j in range(2)]


def singles(along: bool, element_bytes: int) -> Block:
    if along:
        return 8, 4, element_bytes, [lambda t: (t // 4, t % 4)]
    return 4, 8, element_bytes, [lambda t: (t % 4, t // 4)]


def block(use: str, layout: str, shape: list[int], kind: str) -> Block:
    """Which block the instructions of a fragment take."""
    m, n, _ = shape
    if kind in ("f16", "bf16"):
        return along_lines(2)
    size = 8 if kind == "f64" else 4
    # The fragment of an accumulator of m8n32 is kept transposed.
    is_column = (m, n) == (8, 32) if use in "cd" else use == "b"
    along = layout == ("col" if is_column else "row")
    if use in "cd":
        return pairs(along, size)
    if kind in ("tf32", "f64"):
        return singles(along, size)
    return along_lines(1) if along else BYTES_ACROSS


def fragment(row: Row) -> int:
    """The wavefronts of all instructions that load or store a fragment."""
    use, layout, shape, kind = re.fullmatch(
        r"wmma\.\w+\.(\w)\.(row|col)\.(m\d+n\d+k\d+)(?:\.shared)?\.(\w+)",
        row["instruction"]).groups()
    shape = [int(number) for number in re.findall(r"\d+", shape)]
    m, n, k = shape
    rows, columns = {"a": (m, k), "b": (k, n)}.get(use, (m, n))
    lines, length = (rows, columns) if layout == "row" else (columns, rows)
    high, wide, width, instructions = block(use, layout, shape, kind)
    total = 0
    for line in range(0, lines, high):
        for element in range(0, length, wide):
            for place in instructions:
                places = [place(t) for t in range(LANES)]
                offsets = [((line + i) * row["pitch"] + element + j)
                           * row["element_bytes"] for i, j in places]
                total += sum(words_in_fullest_bank(offsets, width, g)
                             for g in grouped(offsets, GROUP[width]))
    return total


# Simplest first.
RULES = {
    "none": lambda row: 0,
    "one wavefront": lambda row: 1,
    "whole-warp": by(words_in_fullest_bank, 32),
    "half-warps": by(words_in_fullest_bank, 16),
    "quarter-warps": by(words_in_fullest_bank, 8),
    "lanes-per-bank": by(lanes_in_fullest_bank, 32),
    "lanes-per-bank-halves": by(lanes_in_fullest_bank, 16),
    "lanes-per-bank-quarters": by(lanes_in_fullest_bank, 8),
    "lanes-per-bank-twice": by(lanes_in_fullest_bank, 32, 2),
    "lanes-per-bank-halves-twice": by(lanes_in_fullest_bank, 16, 2),
    "pair-merged": pair_merged,
    "matrix-rows": matrix_rows,
    "swap-loop": swap_loop,
    "retry-loop": retry_loop,
    "lines-of-source": lines_of_source,
    "fragment": fragment,
}


def figure(row: Row) -> Any:
    return row.get("measured", [row.get("loads"), row.get("atomics")])


def fits(rule: Rule, row: Row) -> bool:
    try:
        return rule(row) == figure(row)
    except (KeyError, AttributeError, TypeError):  # A rule for rows of another kind.
        return False


def check(rows: list[Row]) -> Iterator[str]:
    """Chooses the first rule that reproduces two thirds of an instruction's rows, and
    tries it on the others. Lines of text."""
    by_instruction = collections.defaultdict(list)
    for row in rows:
        by_instruction[row.get("note", row["instruction"])].append(row)
    for name, its in by_instruction.items():
        held_out = its[2::3]
        seen = [row for i, row in enumerate(its) if i % 3 != 2]
        chosen = next((r for r in RULES if all(fits(RULES[r], row) for row in seen)),
                      None)
        if chosen is None:
            best = max(RULES, key=lambda r: sum(fits(RULES[r], row) for row in its))
            right = sum(fits(RULES[best], row) for row in its)
            yield f"{name}: no rule; {best} reproduces {right} of {len(its)}"
            continue
        right = sum(fits(RULES[chosen], row) for row in held_out)
        yield (f"{name}: {chosen}, {len(seen)} rows; "
               f"{right} of {len(held_out)} held out")
