"""Checkouts of public repositories: their sources, copies of them, and runs over them."""

import argparse
import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from lab.run import OWN_CODES, Ended, Failure, Parser, parallel, reports, run
from lab.tables import percent

LISTS = pathlib.Path(__file__).resolve().parent / "repositories"
DATA_DEPENDENT = "data-dependent-index"
DECIDED = ("clean", "excess", "never-runs")

Repository = dict[str, Any]


def parser(name: str, text: str, repositories: str) -> Parser:
    """The options of all commands that run warplint over checkouts."""
    found = Parser(name, text)
    found.add_argument("checkouts", type=lambda name: pathlib.Path(name).resolve())
    found.add_argument("-o", "--output", type=lambda name: pathlib.Path(name).resolve(),
                       required=True)
    found.program()
    found.add_argument("--list", type=pathlib.Path, default=LISTS / f"{repositories}.json")
    found.add_argument("--repository", action="append", help="only this one; may be repeated")
    found.add_argument("--arch", default="sm_90")
    found.add_argument("--sample", type=int, help="so many files of each")
    found.add_argument("--timeout", type=float, default=180, help="seconds a run")
    return found


def repositories(options: argparse.Namespace, all_of_them: bool = False) -> Iterator[Repository]:
    """Those of the list that are asked for; those without a checkout are left out, or an
    error where all are needed."""
    for found in json.loads(options.list.read_text())["repositories"]:
        if options.repository and found["name"] not in options.repository:
            continue
        if (options.checkouts / found["name"]).is_dir():
            yield found
        elif all_of_them:
            raise Failure(f"no checkout of {found['name']} ({found['url']}) in "
                          f"{options.checkouts}")


def hashed(name: str) -> str:
    """What files are drawn by."""
    return hashlib.sha256(name.encode()).hexdigest()


def mentions_shared(path: pathlib.Path, word: str = "__shared__") -> bool:
    try:
        return word in path.read_text(errors="replace")
    except OSError:
        return False


def sources(checkout: pathlib.Path, repository: Repository, only_shared: bool = False,
            sample: int | None = None) -> list[str]:
    """The files of a repository, relative to its checkout; of a sample, or where it is
    asked for, those with shared memory."""
    found: set[pathlib.Path] = set()
    for pattern in repository["files"]:
        found.update(checkout.glob(pattern))
    for pattern in repository.get("not", []):
        found.difference_update(checkout.glob(pattern))
    names = sorted(str(path.relative_to(checkout)) for path in found)
    if "sample" not in repository and not only_shared and sample is None:
        return names
    if "sample" in repository or only_shared:
        names = [name for name in names if mentions_shared(checkout / name)]
    most = min(sample or sys.maxsize, repository.get("sample", sys.maxsize))
    return sorted(sorted(names, key=hashed)[:most])


def flags(checkouts: pathlib.Path, repository: Repository) -> list[str]:
    """How the files of a repository are compiled; "cutlass:include" is another's folder."""
    folders = [folder.rpartition(":") for folder in repository.get("include", [])]
    return [f"-I{checkouts / (name or repository['name']) / below}"
            for name, _, below in folders] + repository.get("flags", [])


def copy_checkout(checkout: pathlib.Path, copy: pathlib.Path) -> None:
    """A copy of what can be included, for those that change it."""
    def left_out(folder: str, names: list[str]) -> list[str]:
        return [n for n in names if n == ".git" or (
            os.path.isfile(os.path.join(folder, n))
            and os.path.getsize(os.path.join(folder, n)) > 1 << 20)]
    if not copy.exists():
        shutil.copytree(checkout, copy, ignore=left_out, symlinks=True)


class Job:
    """One run of warplint, whose report is kept: a second run of the command reads it."""

    def __init__(self, options: argparse.Namespace, repository: str, name: str,
                 words: Iterable[Any]):
        self.repository, self.name, self.limit = repository, name, options.timeout
        self.path = options.checkouts / repository / name
        self.kept = options.output / repository / f"{name.replace('/', '__')}.json"
        self.command = [options.warplint, self.path, f"--arch={options.arch}",
                        "--format=json", *words]

    def run(self) -> None:
        begin = time.monotonic()
        done = run(self.command, self.limit)
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        self.kept.with_suffix(".log").write_text(done.err)
        self.kept.write_text(json.dumps({"code": done.code, "out": done.out,
                                         "seconds": time.monotonic() - begin}))

    def read(self) -> tuple[int | None, float, list[dict[str, Any]]]:
        """The exit code, the seconds and the reports of the files."""
        kept = json.loads(self.kept.read_text())
        return (kept["code"], kept["seconds"],
                reports(Ended(kept["code"], kept["out"], "")) or [])


def run_jobs(options: argparse.Namespace, jobs: list[Job]) -> bool:
    """Runs those without a report. Whether all ended with one of warplint's own codes; the
    others are printed."""
    todo = [job for job in jobs if not job.kept.exists()]
    collections.deque(parallel(Job.run, todo, options.jobs, progress=True), maxlen=0)
    well = True
    for job in jobs:
        code, seconds, _ = job.read()
        if code not in OWN_CODES:
            print(f"{job.repository}/{job.name}: {code or 'out of time'} after {seconds:.0f} s\n")
            well = False
    return well


def kind_of(access: dict[str, Any]) -> str:
    """The verdict; of an unproven access the reason."""
    if access["verdict"] != "unproven":
        return access["verdict"]
    return access["reason"] or "unproven"


@dataclasses.dataclass
class Figures:
    """Of one repository, or of several."""
    files: int = 0
    clean_parse: int = 0
    kernels: int = 0
    slowest: float = 0  # seconds
    in_clean: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    in_all: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)

    @staticmethod
    def of(jobs: Iterable[Job]) -> "Figures":
        """A header is judged once, however many files include it."""
        total, seen = Figures(), set()
        for job in jobs:
            _, seconds, files = job.read()
            total.files += 1
            total.slowest = max(total.slowest, seconds)
            for report in files:
                total.clean_parse += not report["hadErrors"]
                total.kernels += len(report["kernels"])
                for access in report["accesses"]:
                    if access["memory"] not in ("shared", "cluster"):
                        continue
                    key = tuple(access[name] for name in (
                        "file", "line", "column", "kind", "address", "kernel",
                        "templateArguments"))
                    if key not in seen:
                        seen.add(key)
                        total.in_all[kind_of(access)] += 1
                        total.in_clean[kind_of(access)] += not report["hadErrors"]
        return total

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.files + other.files, self.clean_parse + other.clean_parse,
                       self.kernels + other.kernels, max(self.slowest, other.slowest),
                       self.in_clean + other.in_clean, self.in_all + other.in_all)


def share(counts: collections.Counter[str]) -> str:
    """Decided accesses among those whose index is not data-dependent."""
    return percent(sum(counts[kind] for kind in DECIDED),
                   counts.total() - counts[DATA_DEPENDENT])
