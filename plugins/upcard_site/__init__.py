"""The site: pure functions from a loaded library to pages, and a thin adapter for MkDocs.

`site` gathers the pages, `plugin` hands them to MkDocs, `render_tree` writes them as Markdown for
any other generator. Nothing but `plugin` knows a host.
"""
