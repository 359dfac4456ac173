"""Fixtures of pytest for suites against dam-sandbox: ``sandbox`` and ``workspace``.

In conftest.py, beside node_modules:

    import pathlib
    import sys

    sys.path.append(str(pathlib.Path(__file__).parent / "node_modules/dam-sandbox/clients/python"))
    pytest_plugins = ["dam_sandbox"]
"""

import contextlib
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest

COMMAND = ["node", str(pathlib.Path(__file__).resolve().parents[2] / "dist/cli.cjs")]

# Calls of a failed test that are printed.
MAX_PRINTED = 50
MAX_NAME = 80
MAX_SAME_NAMES = 99
MAX_TEST = 250
DAY_MS = 86_400_000

# A server of this machine is never behind a proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class SandboxError(Exception):
    """The control plane refused a call, or no server responded; the message says why."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


def _send(method, url, body=None, headers=()):
    """The status of a response and its JSON, or its text if it is not JSON."""
    __tracebackhide__ = True
    request = urllib.request.Request(url, body, dict(headers), method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    try:
        with _opener.open(request) as reply:
            status, text = reply.status, reply.read()
    except urllib.error.HTTPError as refusal:
        status, text = refusal.code, refusal.read()
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise SandboxError(f"{method} {url} has no response: {reason}") from None
    try:
        return status, json.loads(text) if text else None
    except ValueError:
        return status, text.decode(errors="replace")


class Sandbox:
    """A server: its URL, and its control plane."""

    def __init__(self, url, admin_key=None):
        self.url = re.sub(r"(/w/[^/]+)?/*$", "", url)
        self.headers = {"Authorization": f"Bearer {admin_key}"} if admin_key else {}
        self._paths = {}

    def control(self, method, path, body=None):
        """Calls the control plane and returns its response; raises a SandboxError with the message of a refusal."""
        __tracebackhide__ = True
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        status, answer = _send(method, f"{self.url}/_sandbox{path}", data, self.headers)
        if status < 400:
            return answer
        detail = answer.get("detail") if isinstance(answer, dict) else answer
        raise SandboxError(detail or f"HTTP {status}", status)

    def workspace(self, **options):
        """Creates a workspace, by the options of ``POST /_sandbox/workspaces``."""
        __tracebackhide__ = True
        return Workspace(self, self.control("POST", "/workspaces", options))

    def path_of(self, operation):
        """The path of an operation, such as E22."""
        if operation not in self._paths:
            status, answer = _send("GET", f"{self.url}/openapi/{operation}.json")
            if status != 200:
                raise SandboxError(f'operation "{operation}" does not exist; {self.url}/llms.txt lists all')
            self._paths[operation] = next(iter(answer["paths"]))
        return self._paths[operation]


class Workspace:
    """A workspace: credentials and ids for a client, calls of operations, and the control plane."""

    def __init__(self, sandbox, created):
        self.sandbox = sandbox
        self.id = created["id"]
        self.name = created["name"]
        self.base_url = created["baseUrl"]
        self.access_token = created["accessToken"]
        self.client_id = created["clientId"]
        self.client_key = created["clientKey"]
        self.fixtures = created["fixtures"]

    def control(self, method, path, body=None):
        """Calls the control plane of the workspace, such as ``control("POST", "/faults", rule)``."""
        __tracebackhide__ = True
        query = "&" if "?" in path else "?"
        return self.sandbox.control(method, f"{path}{query}workspace={self.id}", body)

    def state(self, name):
        """Sets a named state and returns the ids to use in calls."""
        __tracebackhide__ = True
        return self.control("POST", f"/states/{name}")["ids"]

    def call(self, operation, param, user=None, untracked=False):
        """Calls an operation by its number, and returns the response unchanged, even a refusal.

        An untracked call is set-up: it counts for no expectation, finding or coverage.
        """
        __tracebackhide__ = True
        path = self.sandbox.path_of(operation)
        is_portal = path.startswith("/portal/")
        body = json.dumps(param if is_portal else {"param": param}).encode()
        headers = {"Access-token": self.access_token}
        headers.update(self._signature(body) if is_portal else {"Token-type": "bearer"})
        if user is not None:
            # http.client sends one byte for each character.
            headers["x-open-api-user"] = user.encode().decode("latin-1")
        if untracked:
            headers.update({"x-sandbox-untracked": "true", **self.sandbox.headers})
        return _send("POST", f"{self.sandbox.url}/w/{self.id}{path}", body, headers)[1]

    def expect(self, match, count=1, exactly=None, timeout_ms=2_000):
        """Waits for calls that match, and returns them; fails when too few match, or with ``exactly`` more than that."""
        __tracebackhide__ = True
        wanted = {"match": match, "count": count if exactly is None else max(exactly, 1), "timeoutMs": timeout_ms}
        if exactly == 0:
            wanted["timeoutMs"] = 0
        verdict = self.control("POST", "/journal/wait", wanted)
        found = verdict["entries"]
        if exactly == 0:
            if verdict["matched"] is not False:
                pytest.fail(f"expected no call that matches {json.dumps(match)}, found {len(found)}")
            return []
        if verdict["matched"] is not True:
            nearest = verdict["nearest"]
            differs = nearest["differs"] if nearest else []
            lines = [f"expected {wanted['count']} calls that match {json.dumps(match)}, found {len(found)}"]
            lines.append(f"the nearest is call {nearest['seq']}, which differs in:" if nearest else "no other call was made")
            lines += [f"  {one['path']}: expected {one.get('expected')!r}, found {one.get('found')!r}" for one in differs]
            pytest.fail("\n".join(lines))
        if exactly is not None:
            more = self.control("POST", "/journal/wait", {"match": match, "count": exactly + 1, "timeoutMs": 0})
            if more["matched"] is not False:
                pytest.fail(f"expected exactly {exactly} calls that match {json.dumps(match)}, found more")
        return found

    def show(self):
        """The workspace as the control plane shows it, with sizes and counts."""
        return self.sandbox.control("GET", f"/workspaces/{self.id}")

    def delete(self):
        self.sandbox.control("DELETE", f"/workspaces/{self.id}")

    def _signature(self, body):
        app = self.fixtures["portalApp"]
        now, nonce = str(self.control("GET", "/clock")["now"]), str(uuid.uuid4())
        digest = hashlib.sha256(body).hexdigest()
        text = "\n".join([app["appKey"], now, nonce, self.access_token, digest])
        sign = hmac.new(app["appSecret"].encode(), text.encode(), "sha256").hexdigest()
        return {"X-App-Key": app["appKey"], "S-Timestamp": now, "S-Nonce": nonce, "S-Sign": sign}

    def _calls(self):
        try:
            page = self.control("GET", f"/journal?last={MAX_PRINTED}")
        except SandboxError as error:
            return str(error)
        shown = page["entries"]
        more = [f"the last {len(shown)} of {page['total']}"] if page["total"] > len(shown) else []
        return "\n".join(more + [_line(entry) for entry in shown]) or "no calls"


def _line(entry):
    name = entry["operation"] or f"{entry['method']} {entry['path']}"
    code = entry["code"] if entry["code"] is not None else f"HTTP {entry['status']}"
    more = [entry["message"], entry["fault"]] + [finding["code"] for finding in entry["findings"]]
    return "  ".join([f"#{entry['seq']}", name, code] + [part for part in more if part])


@pytest.fixture(scope="session")
def sandbox():
    """The server of SANDBOX_URL, as ``dam-sandbox exec`` sets it, else one of this run."""
    url, admin_key = os.environ.get("SANDBOX_URL"), os.environ.get("SANDBOX_ADMIN_KEY")
    if url:
        yield Sandbox(url, admin_key)
        return
    started = _run("start", "--background", "--port", "0", "--json")
    yield Sandbox(started["url"], admin_key)
    _run("stop", "--url", started["url"], "--json")
    shutil.rmtree(os.path.dirname(started["log"]), ignore_errors=True)


def _run(*args):
    __tracebackhide__ = True
    ended = subprocess.run(COMMAND + list(args), stdout=subprocess.PIPE, check=False)
    answer = json.loads(ended.stdout or "{}")
    if ended.returncode == 0:
        return answer
    raise SandboxError(answer.get("error", {}).get("message", f"dam-sandbox {args[0]} failed"))


@pytest.fixture(scope="module")
def workspace_options():
    """How workspaces are created; override it in conftest.py or a test file, such as ``return {"seed": "minimal"}``."""
    return {}


@pytest.fixture(scope="module")
def _workspaces_of_module(sandbox, workspace_options, request):
    name = "".join(char if char.isprintable() else " " for char in request.node.nodeid.replace("/", " "))
    workspaces = _WorkspacesOfModule(sandbox, name[-MAX_NAME:].strip(), workspace_options)
    yield workspaces
    with contextlib.suppress(SandboxError):
        workspaces.current.delete()


class _WorkspacesOfModule:
    """The workspace of a test file, and another one after a test that has deleted it."""

    def __init__(self, sandbox, name, options):
        self._sandbox, self._name, self._options = sandbox, name, options
        self.current = self._create()

    def restart(self):
        try:
            self.current.control("POST", "/reset", {})
            _put_back(self.current, self.current.start)
        except SandboxError as error:
            if error.status != 404:
                raise
            self.current = self._create()
        return self.current

    def _create(self):
        for number in range(1, MAX_SAME_NAMES + 1):
            name = self._name if number == 1 else f"{self._name} {number}"
            try:
                created = self._sandbox.workspace(**{**self._options, "name": name})
                break
            except SandboxError as error:
                if error.status != 409 or number == MAX_SAME_NAMES:
                    raise
        # A server may have a lifetime of its own; without one, what a killed run leaves lives for a day.
        if created.show()["expiresAtMs"] is None:
            self._sandbox.control("PATCH", f"/workspaces/{created.id}", {"ttlMs": DAY_MS})
        created.start = created.show()
        return created


@pytest.fixture
def workspace(_workspaces_of_module, request):
    """The workspace of the test file, deleted at the end of the file.

    Each test starts with the data, clock, faults, variants, variation, snapshots, labels, quota and lifetime that the file
    started with.
    """
    workspace = _workspaces_of_module.restart()
    workspace.control("POST", "/journal/marks", {"test": _name_of(request.node)})
    return workspace


def _put_back(workspace, start):
    """Restores what a reset keeps but a test may have changed; a workspace starts without snapshots."""
    now = workspace.show()
    if now["variants"] != start["variants"]:
        workspace.control("DELETE", "/variants")
    if now["variation"] != start["variation"]:
        workspace.control("PUT" if start["variation"] else "DELETE", "/variation", start["variation"])
    for snapshot in workspace.control("GET", "/snapshots")["snapshots"]:
        workspace.control("DELETE", f"/snapshots/{urllib.parse.quote(snapshot['name'], '')}")
    changes = {}
    if now["name"] != start["name"]:
        changes["name"] = start["name"]
    if now["expiresAtMs"] != start["expiresAtMs"]:
        end = start["expiresAtMs"]
        changes["ttlMs"] = end and end - start["createdAtMs"]
    # In a merge patch, null removes what was not there.
    for part in ("labels", "quota"):
        if now[part] != start[part]:
            changes[part] = {**dict.fromkeys(now[part]), **start[part]}
    if changes:
        workspace.sandbox.control("PATCH", f"/workspaces/{workspace.id}", changes)


def _name_of(test):
    return _well_formed(test.nodeid.replace("::", " > "))


def _well_formed(text):
    return text[:MAX_TEST].encode(errors="replace").decode()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    workspace = getattr(item, "funcargs", {}).get("workspace")
    if report.failed and isinstance(workspace, Workspace):
        # Not the `str` of the exception, which may raise.
        failure = _well_formed(call.excinfo.exconly().split("\n")[0])
        # An error in a hook ends the whole run; without a server, or its workspace, there is nothing to mark.
        with contextlib.suppress(SandboxError):
            workspace.control("POST", "/journal/marks", {"test": _name_of(item), "failure": failure})
        report.sections.append((f'Calls of workspace "{workspace.name}"', workspace._calls()))
