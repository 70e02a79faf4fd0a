"""The page for a visitor."""

from html import escape


def page(name: str) -> str:
    return f"""<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Hello</title>
  <h1>Hello, {escape(name)}!</h1>
  <p>Change <code>page.py</code>, then restart the program and reload this page.</p>
</html>
"""
