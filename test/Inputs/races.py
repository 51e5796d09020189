"""Prints what a JSON report says of races, a line each kernel: "kernel": "verdict", "reason";
behind them the messages of the findings."""

import json
import sys

for file in json.load(sys.stdin)["files"]:
    for race in file["races"]:
        said = [race["verdict"]] + [race["reason"]] * bool(race.get("reason"))
        print(f'"{race["kernel"]}": ' + ", ".join(f'"{word}"' for word in said))
    for finding in file["findings"]:
        print(finding["message"])
        for note in finding["notes"]:
            print("  " + note["message"])
