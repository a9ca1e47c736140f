"""From a specification to a file; nothing is fetched, and a page carries all that it needs."""

from __future__ import annotations

import html
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from cranfield.errors import MissingPackageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 1.5rem; background: {background}; }}</style>
<script>{bundle}</script>
</head>
<body>
<div id="plot"></div>
<script>
vegaEmbed("#plot", {spec}, {{"renderer": "svg", "actions": {{"export": true, "source": false, "compiled": false, "editor": false}}}});
</script>
</body>
</html>
"""


def render(spec: Mapping[str, Any], format: str, *, scale: float = 2.0, title: str = "") -> bytes:
    """Return what a file of this format holds."""
    if format == "json":
        return (json.dumps(spec, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")
    try:
        import vl_convert
    except ImportError as absent:
        raise MissingPackageError(f"drawing a plot as {format}", "vl-convert-python", "report") from absent
    if format == "html":
        return _page(spec, title, _bundle()).encode("utf-8", "replace")
    if format == "svg":
        return vl_convert.vegalite_to_svg(dict(spec)).encode("utf-8")
    if format == "pdf":
        return bytes(vl_convert.vegalite_to_pdf(dict(spec)))
    return bytes(vl_convert.vegalite_to_png(dict(spec), scale=scale))


@cache
def _bundle() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script, which takes a second to put together."""
    import vl_convert

    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def _page(spec: Mapping[str, Any], title: str, bundle: str) -> str:
    return _PAGE.format(
        title=html.escape(title),
        background=spec.get("config", {}).get("background", "white"),
        bundle=bundle,
        spec=_in_script(spec),
    )


def _in_script(spec: Mapping[str, Any]) -> str:
    r"""Write JSON so that no text in it ends the script it stands in.

    >>> _in_script({"run": "</script>"})
    '{"run": "\\u003c/script>"}'
    """
    text = json.dumps(spec)  # ASCII only, so that line separators are escaped, too
    return text.replace("<", "\\u003c")
