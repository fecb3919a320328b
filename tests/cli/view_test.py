"""`pintle view` and `pintle run --watch`: pages and servers, and what a browser shows of them."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
from cli_support import PINTLE, SOURCE, CommandTest, chain, example, pendulum, values  # noqa: E402


def in_browser(report, frame, channel, times):
    """What the report shows at these times."""
    words = ["node", f"{SOURCE}/viewer/tests/read_report.mjs", report, frame, channel, *map(repr, times)]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout)


class View(CommandTest):
    def test_a_browser_shows_what_is_in_the_file(self):
        self.write("crank.json", example("slider_crank"))
        self.pintle("run", "crank.json", "-q")
        outcome = self.pintle("view", "crank.nc")
        self.expect(outcome.out, "crank.html")
        self.assertLess(os.path.getsize("crank.html"), 3e6)
        moments = values("crank.nc", "time")
        positions = values("crank.nc", "node.slider.position")
        angles = values("crank.nc", "joint.crank bearing.angle")
        chosen = [0, 1, 137, 333, len(moments) - 1]
        seen = in_browser("crank.html", "slider", "joint.crank bearing.angle", [moments[i] for i in chosen])
        self.assertEqual(seen["faults"], [])
        for record, shown in zip(chosen, seen["shown"]):
            self.assertEqual(shown["time"], moments[record])
            for k in range(3):
                self.assertAlmostEqual(shown["position"][k], positions[3 * record + k], delta=2e-7)
            self.assertAlmostEqual(shown["value"], angles[record], delta=1e-6)

    def test_a_browser_shows_files_with_names_of_mbdyn(self):
        with open(f"{SOURCE}/examples/double_pendulum.mbd", encoding="utf-8") as file:
            model = file.read()
        self.write("own.mbd", model)
        self.write("named.mbd", model.replace("  gravity;", "  gravity; output results: netcdf, no text;"))
        for name in ("own", "named"):
            self.pintle("run", f"{name}.mbd", "-q", "-o", name)
            self.assertNotIn("no scene", self.pintle("view", f"{name}.nc").err)
        moments, positions = values("named.nc", "time"), values("named.nc", "node.struct.20.X")
        chosen = [0, 1, 700, len(moments) - 1]
        times = [moments[i] for i in chosen]
        seen = in_browser("named.html", "20", "node.struct.20.X", times)
        self.assertEqual(seen["faults"], [])
        for record, shown in zip(chosen, seen["shown"]):
            for k in range(3):
                self.assertAlmostEqual(shown["position"][k], positions[3 * record + k], delta=2e-7)
        # The second joint sits on an end of a rod: where it is tells how the rods are turned.
        joint = [[shown["position"] for shown in in_browser(f"{name}.html", "joint.20", "time", times)["shown"]] for name in ("own", "named")]
        for own, named in zip(*joint):
            for k in range(3):
                self.assertAlmostEqual(own[k], named[k], delta=1e-6)
        self.pintle("export", "named.nc", "-o", "named.glb")

    def test_two_runs_in_one_page(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-o", "first", "-q")
        self.pintle("run", "p.json", "-o", "second", "-q", "--formulation", "joint")
        self.pintle("view", "first.nc", "second.nc", "-o", "both.html")
        with open("both.html", encoding="utf-8") as page:
            self.assertEqual(page.read().count('id="pintle-header-b"'), 1)

    def test_the_page_tells_how_the_run_went(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-q")
        self.expect(self.pintle("view", "p.nc").out, "p.html")
        with open("p.html", encoding="utf-8") as page:
            self.assertIn('"status":"finished"', page.read())

    def test_what_cannot_be_shown_is_said(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-q")
        with open("p.nc", "rb") as file:
            content = file.read()
        with open("short.nc", "wb") as file:
            file.write(content[:300])
        with open("newer.nc", "wb") as file:
            file.write(content.replace(b"pintle results 1", b"pintle results 7", 1))
        with open("empty.nc", "wb"):
            pass
        for name, words in [("missing.nc", "there is no such file"), ("short.nc", "cannot be read as results"), ("p.json", "not a file of results"),
                            (".", "folder"), ("newer.nc", "format 7"), ("empty.nc", "it is empty")]:
            for command in (["view", name], ["view", name, "--serve"], ["view", "p.nc", name], ["info", name], ["export", name, "-o", "short.csv"],
                            ["plot", name, "node.bob.position", "-o", "short.png"]):
                self.expect(self.pintle(*command, code=2).err, name, words)
            self.assertFalse([left for left in os.listdir() if left.startswith("short.") and left != "short.nc"])
        self.expect(self.pintle("view", "p.nc", "--port", "0", code=2).err, "--port requires --serve")
        self.expect(self.pintle("run", "p.json", "--port", "0", code=2).err, "--port requires --watch")
        self.expect(self.pintle("view", "p.nc", "-o", "no/such/folder.html", code=2).err, "the folder 'no/such' does not exist")

    def test_a_port_in_use_is_said(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-q")
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            self.expect(self.pintle("view", "p.nc", "--serve", "--port", str(port), code=1).err, f"port {port} is in use")


class Served(CommandTest):
    def serve(self, *words):
        """A command that serves, and its address."""
        process = subprocess.Popen([PINTLE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
                return process, found.group(0)
        self.fail("no address was printed")

    def test_is_ended_by_a_signal(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-q")
        process, address = self.serve("view", "p.nc", "--serve")
        header = json.load(urllib.request.urlopen(address + "header.json"))
        self.assertEqual(header["records"], 101)
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(address + "p.nc")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(120), 0)

    def test_serves_its_own_files_to_this_machine_only(self):
        self.write("p.json", pendulum())
        self.pintle("run", "p.json", "-q")
        _, address = self.serve("view", "p.nc", "--serve")
        port = int(re.search(r":(\d+)/", address).group(1))

        def ask(path, host=f"127.0.0.1:{port}", method="GET", headers=()):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            connection.putrequest(method, path, skip_host=True)
            for name, value in (("Host", host), *headers):
                connection.putheader(name, value)
            connection.endheaders()
            status = connection.getresponse().status
            connection.close()
            return status

        for path in ("/p.nc", "/../p.nc", "/%2e%2e/p.nc", "/..%2fp.nc", "//etc/passwd", "/chunk/99", "/chunk/-1", "/chunk/99999999999999999999",
                     "/series?channel=x&from=0&to=1&points=9", "/header.json?run=b"):
            self.assertEqual(ask(path), 404, path)
        for host in ("evil.example", f"127.0.0.1.evil.example:{port}", f"x@127.0.0.1:{port}", ""):
            self.assertEqual(ask("/header.json", host=host), 403, host)
        self.assertEqual(ask("/" + 20000 * "a"), 414)
        self.assertEqual(ask("/", method="POST", headers=[("Content-Length", "99999999999")]), 413)
        # Several pages keep their connections open, and ask at the same time.
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
        statuses = []
        threads = [threading.Thread(target=lambda: statuses.append(ask("/chunk/0" if statuses else "/header.json"))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for connection in idle:
            connection.close()
        self.assertEqual(statuses, 8 * [200])

    def test_a_run_is_watched_while_it_goes_on(self):
        self.write("long.json", chain(20, analysis={"type": "dynamic", "end_time": 1e4, "step": 0.001}))
        process, address = self.serve("run", "long.json", "--watch")
        seen, deadline = [], time.time() + 120
        while len(seen) < 3 and time.time() < deadline:
            header = json.load(urllib.request.urlopen(address + "header.json"))
            if not seen or header["records"] > seen[-1]:
                seen.append(header["records"])
                self.assertEqual(header["run"]["status"], "running")
            time.sleep(0.3)
        self.assertEqual(len(seen), 3, seen)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: the run ends with its state written, and so does the server
        self.assertEqual(process.wait(120), 1)
        self.expect(process.stderr.read(), "Interrupted at t =")
        with self.assertRaises(OSError):
            urllib.request.urlopen(address + "header.json", timeout=120)


if __name__ == "__main__":
    unittest.main()
