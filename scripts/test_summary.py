#!/usr/bin/env python3
"""Adds up what ctest and lit report and prints it as one closing line.

Reads ctest's JUnit file (--output-junit), the file that GoogleTest wrote for each of
its entries (NAME.xml in a folder), and lit's JSON file (--output). A unit test is a
case of GoogleTest, not an entry. Exits with 1 when a report is missing, holds no
test, or holds one that failed.
"""

import argparse
import json
import os
import sys
import xml.etree.ElementTree
from collections import Counter

# lit's result codes, by what they count as here.
LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS", "FIXED"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def count_cases(path):
    """Outcomes of the test cases of a file of GoogleTest."""
    outcomes = Counter()
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is not None:
            outcomes["failed"] += 1
        elif case.get("result") == "completed":
            outcomes["passed"] += 1
        else:
            outcomes["skipped"] += 1
    return outcomes


def count_ctest(path, results):
    """Outcomes of the test cases behind the entries of a ctest JUnit file."""
    outcomes = Counter()
    for entry in xml.etree.ElementTree.parse(path).iter("testcase"):
        if entry.get("status") in ("notrun", "disabled"):
            outcomes["skipped"] += 1
            continue
        cases = read(count_cases, os.path.join(results, entry.get("name") + ".xml"))
        # One that ended early has written nothing of what failed.
        if entry.get("status") != "run" and not cases["failed"]:
            cases["failed"] = 1
        outcomes += cases
    return outcomes


def count_lit(path):
    """Outcomes of the tests of a lit JSON file."""
    outcomes = Counter()
    with open(path, encoding="utf-8") as report:
        tests = json.load(report)["tests"]
    for test in tests:
        if test["code"] in LIT_PASSED:
            outcomes["passed"] += 1
        elif test["code"] in LIT_SKIPPED:
            outcomes["skipped"] += 1
        else:
            outcomes["failed"] += 1
    return outcomes


def read(count, path, *others):
    """The outcomes in a report; one failure when it cannot be read."""
    try:
        outcomes = count(path, *others)
    except (OSError, ValueError, KeyError,
            xml.etree.ElementTree.ParseError) as error:
        print(f"test_summary: error: {path}: {error}")
        return Counter(failed=1)
    if not outcomes:
        print(f"test_summary: error: {path}: no test ran")
        return Counter(failed=1)
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ctest", required=True, help="ctest's JUnit file")
    parser.add_argument("--results", required=True,
                        help="folder of GoogleTest's files, one for each entry")
    parser.add_argument("--lit", required=True, help="lit's JSON file")
    arguments = parser.parse_args()
    total = (read(count_ctest, arguments.ctest, arguments.results)
             + read(count_lit, arguments.lit))
    print("{} passed, {} failed, {} skipped".format(
        total["passed"], total["failed"], total["skipped"]))
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
