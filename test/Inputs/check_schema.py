"""Checks JSON documents against a schema, without packages or the network.

    check_schema.py SCHEMA DOCUMENT...

Knows the words of JSON Schema that this repository's schemas use, and refuses
one that it does not know: a check that is not made would look like one that
passed.
"""

import json
import re
import sys

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "null": type(None), "integer": int, "number": (int, float),
}
COMMENTS = {"$schema", "$id", "$defs", "title", "description"}


def is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


class Checker:
    def __init__(self, schema):
        self.root = schema

    def resolve(self, reference):
        found = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def problems(self, value, schema, path):
        """Yields what is wrong with a value."""
        if schema is True:
            return
        for word, rule in schema.items():
            if word in COMMENTS:
                continue
            check = getattr(self, "check_" + word.lstrip("$"), None)
            if check is None:
                raise SystemExit(f"the schema's word '{word}' is not known")
            yield from check(value, rule, path, schema)

    def check_ref(self, value, rule, path, _):
        yield from self.problems(value, self.resolve(rule), path)

    def check_type(self, value, rule, path, _):
        names = rule if isinstance(rule, list) else [rule]
        if not any(is_type(value, name) for name in names):
            yield f"{path}: {json.dumps(value)[:40]} is no {' or '.join(names)}"

    def check_enum(self, value, rule, path, _):
        if value not in rule:
            yield f"{path}: {json.dumps(value)} is none of {rule}"

    def check_const(self, value, rule, path, _):
        if value != rule:
            yield f"{path}: {json.dumps(value)} is not {rule}"

    def check_required(self, value, rule, path, _):
        if isinstance(value, dict):
            for name in rule:
                if name not in value:
                    yield f"{path}: '{name}' is missing"

    def check_properties(self, value, rule, path, _):
        if isinstance(value, dict):
            for name, member in value.items():
                if name in rule:
                    yield from self.problems(member, rule[name],
                                             f"{path}.{name}")

    def check_additionalProperties(self, value, rule, path, schema):
        if isinstance(value, dict):
            for name, member in value.items():
                if name in schema.get("properties", {}):
                    continue
                if rule is False:
                    yield f"{path}: '{name}' is not known"
                else:
                    yield from self.problems(member, rule, f"{path}.{name}")

    def check_items(self, value, rule, path, schema):
        if isinstance(value, list):
            first = len(schema.get("prefixItems", []))
            for index, item in enumerate(value[first:], first):
                yield from self.problems(item, rule, f"{path}[{index}]")

    def check_minItems(self, value, rule, path, _):
        if isinstance(value, list) and len(value) < rule:
            yield f"{path}: fewer than {rule} items"

    def check_maxItems(self, value, rule, path, _):
        if isinstance(value, list) and len(value) > rule:
            yield f"{path}: more than {rule} items"

    def check_minimum(self, value, rule, path, _):
        if is_type(value, "number") and value < rule:
            yield f"{path}: {value} is below {rule}"

    def check_maximum(self, value, rule, path, _):
        if is_type(value, "number") and value > rule:
            yield f"{path}: {value} is above {rule}"

    def check_pattern(self, value, rule, path, _):
        if isinstance(value, str) and not re.search(rule, value):
            yield f"{path}: '{value}' does not match {rule}"

    def alternatives(self, value, rule, path):
        return [list(self.problems(value, one, path)) for one in rule]

    def check_anyOf(self, value, rule, path, _):
        found = self.alternatives(value, rule, path)
        if all(found):
            yield min(found, key=len)[0]

    def check_oneOf(self, value, rule, path, _):
        found = self.alternatives(value, rule, path)
        if found.count([]) != 1:
            yield f"{path}: {found.count([])} of {len(rule)} alternatives fit"

    def check_allOf(self, value, rule, path, _):
        for one in rule:
            yield from self.problems(value, one, path)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    wrong = 0
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file)
        for problem in Checker(schema).problems(document, schema, "$"):
            print(f"{name}: {problem}")
            wrong += 1
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
