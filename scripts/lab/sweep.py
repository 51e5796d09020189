"""Runs warplint on checkouts of public repositories and prints the share of
shared-memory accesses with a verdict.

    lab sweep --warplint build/tools/warplint/warplint CHECKOUTS -o OUT

CHECKOUTS has one folder per repository, named and checked out as in
scripts/lab/repositories/sweep.json. OUT receives one report and one .log per file. Files
with a report are not analyzed again. The table goes to standard output, as Markdown.

Exit code: 0; 1 if warplint crashed or ran out of time on a file; 2 for an error.
"""

from lab import corpus, tables


def main(words: list[str]) -> int:
    parser = corpus.parser("sweep", __doc__, "sweep")
    options = parser.read(words)
    jobs: dict[str, list[corpus.Job]] = {}
    for repository in corpus.repositories(options, all_of_them=True):
        name = repository["name"]
        flags = corpus.flags(options.checkouts, repository)
        jobs[name] = [corpus.Job(options, name, file, ["--", *flags]) for file in corpus.sources(
            options.checkouts / name, repository, sample=options.sample)]
    well = corpus.run_jobs(options, [job for of in jobs.values() for job in of])
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
    return 0 if well else 1
