"""Runs warplint over checkouts of public repositories and prints what share of their
shared-memory accesses gets a verdict.

    lab sweep --warplint build/tools/warplint/warplint CHECKOUTS -o OUT

CHECKOUTS holds one folder a repository, named and checked out as in
scripts/lab/repositories/sweep.json. OUT receives one report and one .log a file; files
whose report is there already are not run again, unless --again. The table goes to
standard output, as Markdown.

Exit code: 0; 1 when warplint crashed or ran out of time on some file; 2 for an error.
"""

import collections

from lab import corpus, tables


def show_unproven(jobs: list[corpus.Job]) -> None:
    """Each reason with some of its places, most frequent first."""
    reasons = collections.defaultdict(list)
    for job in jobs:
        for report in job.read()[2]:
            for access in report["accesses"]:
                if access["verdict"] == "unproven":
                    reasons[f"{access['reason']}: {access['reasonText']}"].append(
                        f"{job.name}: {access['file']}:{access['line']}:{access['column']} "
                        f"{access['kind']} {access['address']}")
    for text, places in sorted(reasons.items(), key=lambda r: -len(r[1])):
        print(f"{len(places):6} {text}")
        for place in dict.fromkeys(places[:400:1 + len(places) // 5]):
            print(f"         {place[:300]}")


def main(words: list[str]) -> int:
    parser = corpus.parser("sweep", __doc__, "sweep")
    parser.add_argument("--again", action="store_true", help="run files that have a report, too")
    parser.add_argument("--unproven", action="store_true", help="list the reasons with examples")
    options = parser.read(words)
    jobs: dict[str, list[corpus.Job]] = {}
    for repository in corpus.repositories(options, all_of_them=True):
        name = repository["name"]
        flags = corpus.flags(options.checkouts, repository)
        jobs[name] = [corpus.Job(options, name, file, ["--", *flags]) for file in corpus.sources(
            options.checkouts / name, repository, sample=options.sample)]
    every = [job for of in jobs.values() for job in of]
    well = corpus.run_jobs(options, every)
    rows = {name: corpus.Figures.of(of) for name, of in jobs.items()}
    rows["**total**"] = sum(rows.values(), corpus.Figures())
    tables.show(
        "repository | files: | parse clean: | kernels: | accesses: | clean: | excess: | never: | "
        "data-dependent: | other unproven: | decided: | in all files: | slowest:",
        ([name, row.files, row.clean_parse, row.kernels, row.in_clean.total(),
          *(row.in_clean[kind] for kind in (*corpus.DECIDED, corpus.DATA_DEPENDENT)),
          row.in_clean.total() - sum(row.in_clean[kind] for kind in
                                     (*corpus.DECIDED, corpus.DATA_DEPENDENT)),
          corpus.share(row.in_clean), corpus.share(row.in_all), f"{row.slowest:.0f} s"]
         for name, row in rows.items()))
    if options.unproven:
        print()
        show_unproven(every)
    return 0 if well else 1
