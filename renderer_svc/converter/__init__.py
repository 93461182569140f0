"""The converter: runs inside a sandbox and turns an uploaded file into one table of exact text.

It parses hostile bytes, so nothing here is imported by the service but `fault`; it needs the standard library,
python-calamine for workbooks and pyarrow for column files.
"""
