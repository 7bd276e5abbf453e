"""Runs pieces of code that arrive as lines of JSON, and reports each as one."""

import contextlib
import io
import json
import sys

sys.path.insert(0, sys.argv[1])
import countinghouse

names = {name: getattr(countinghouse, name) for name in countinghouse.__all__}
names["__name__"] = "examples"
for line in sys.stdin:
    task = json.loads(line)
    printed = io.StringIO()
    report = {}
    try:
        with contextlib.redirect_stdout(printed):
            exec(task["code"], names)
            if task.get("result"):
                report["value"] = eval(task["result"], names)
    except Exception as error:
        report["error"] = {**vars(error), "type": type(error).__name__, "message": str(error)}
    report["printed"] = printed.getvalue()
    sys.stdout.write(json.dumps(report, default=str) + "\n")
    sys.stdout.flush()
