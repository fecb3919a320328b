#!/usr/bin/env python3
"""Gathers all pages for mkdocs into build/site/pages: README.md, docs/, and the pages beside the code under reference/.

Links between pages go on working: a page's new place is known for each of them. What is no page (code, models) is linked to nothing.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)]*)?\)")


def places(root):
    """Where each page and picture goes, by its place in the repository."""
    found = {Path("README.md"): Path("index.md"), Path("ARCHITECTURE.md"): Path("architecture.md"),
             Path("CONTRIBUTING.md"): Path("contributing.md"), Path("CHANGELOG.md"): Path("changelog.md")}
    for path in sorted((root / "docs").rglob("*")):
        if path.suffix in (".md", ".png", ".svg"):
            found[path.relative_to(root)] = path.relative_to(root / "docs")
    for path in sorted((root / "src/pintle").rglob("*.md")):
        found[path.relative_to(root)] = Path("reference") / path.relative_to(root / "src/pintle")
    for name in ("viewer/DATA.md", "examples/README.md"):
        if (root / name).exists():
            found[Path(name)] = Path("reference") / name.replace("/", "_").lower()
    return {source: target for source, target in found.items() if (root / source).exists()}


def relinked(text, source, target, where):
    def replace(match):
        opening, link, anchor = match.group(1), match.group(2), match.group(3) or ""
        if "://" in link:
            return match.group(0)
        there = Path(os.path.normpath(source.parent / link))
        if there not in where:
            return match.group(0)
        return f"{opening}{os.path.relpath(where[there], target.parent)}{anchor})"
    return LINK.sub(replace, text)


def title_of(text, fallback):
    for line in text.splitlines():
        if line.startswith("# "):
            return line[2:].strip()
    return fallback


def navigation(root, where):
    def entries(folder, keep=lambda path: True):
        pages = [(source, target) for source, target in where.items()
                 if target.suffix == ".md" and target.parent == Path(folder) and keep(target)]
        return [{title_of((root / source).read_text(encoding="utf-8"), target.stem): str(target)} for source, target in pages]
    reference = [{folder: entries(f"reference/{folder}")}
                 for folder in sorted({str(target.parent.relative_to("reference")) for target in where.values()
                                       if target.parts[0] == "reference" and len(target.parts) > 2})]
    return [{"Pintle": "index.md"}, {"Tutorials": entries("tutorials")},
            {"Using it": entries(".", lambda t: t.stem not in ("index", "architecture", "contributing", "changelog", "development"))},
            {"Theory": entries("theory")}, {"Reference": reference},
            {"Inside": [{"Architecture": "architecture.md"}, {"Contributing": "contributing.md"}, {"Development": "development.md"},
                        {"Decisions": entries("decisions")}, {"Changes": "changelog.md"}]}]


def katex(folder):
    """Debian's KaTeX, so that equations are set without a network."""
    source = Path("/usr/share/javascript/katex")
    shutil.copytree(source, folder / "katex", dirs_exist_ok=True, symlinks=False)
    (folder / "equations.js").write_text(
        "document.addEventListener('DOMContentLoaded', () => renderMathInElement(document.body, {delimiters: ["
        "{left: '\\\\(', right: '\\\\)', display: false}, {left: '\\\\[', right: '\\\\]', display: true}]}));\n")


def configuration(nav):
    import json  # JSON is YAML
    return json.dumps({
        "site_name": "Pintle", "site_url": "", "use_directory_urls": False, "docs_dir": "pages", "site_dir": "html", "nav": nav,
        "theme": {"name": "material", "font": False, "features": ["navigation.instant", "navigation.top", "content.code.annotate"],
                  "palette": [{"scheme": "default", "primary": "indigo"}]},
        "plugins": ["search"],
        "extra_css": ["katex/katex.min.css"],
        "extra_javascript": ["katex/katex.min.js", "katex/contrib/auto-render.min.js", "equations.js"],
        "markdown_extensions": ["tables", "fenced_code", "toc", {"pymdownx.arithmatex": {"generic": True}}]}, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    site = root / "build/site"
    shutil.rmtree(site, ignore_errors=True)
    where = places(root)
    for source, target in where.items():
        file = site / "pages" / target
        file.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = (root / source).read_text(encoding="utf-8")
            # A file's name behind the language of a block is ours, not Markdown's.
            text = re.sub(r"^```(\w+) \S+$", r"```\1", text, flags=re.M)
            file.write_text(relinked(text, source, target, where), encoding="utf-8")
        else:
            shutil.copy(root / source, file)
    katex(site / "pages")
    (site / "mkdocs.yml").write_text(configuration(navigation(root, where)), encoding="utf-8")
    return subprocess.run(["/usr/bin/mkdocs", "build", "--quiet", "-f", site / "mkdocs.yml"]).returncode


if __name__ == "__main__":
    sys.exit(main())
