"""What mkdocs.yml needs beside its settings: headings are linked as on GitHub."""

import check_references


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = (
        lambda heading, _separator: check_references.anchor(heading))
    return config
