"""The program of the Python SDK (sdks/conformance/README.md). It runs in the environment where the wheel is installed."""

import base64
import datetime
import json
import re
import sys

from parley import ApiConnectionError, ApiError, ApiTimeoutError, Client, Webhook, WebhookError

KEYWORDS = {"from"}
client = None


def read_time(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%f%z")


def invoke(method, given, idempotency_key=None, **rest):
    noun, verb = method.split(".")
    call = getattr(getattr(client, noun), re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), verb))
    if idempotency_key is not None:
        rest["idempotency_key"] = idempotency_key
    return call(**{name + "_" if name in KEYWORDS else name: value for name, value in given.items()}, **rest)


def configure(base_url, api_key, timeout_ms=None, max_retries=None):
    global client
    if client:
        client.close()
    given = {"timeout": timeout_ms and timeout_ms / 1000, "max_retries": max_retries}
    client = Client(base_url, api_key, **{name: value for name, value in given.items() if value is not None})


def call(method, input={}, **rest):
    # A key of null is none; a key that is not there is the SDK's own.
    key = rest.get("idempotency_key", ...)
    answer = invoke(method, input, None if key is ... else False if key is None else key)
    return answer.first_page() if hasattr(answer, "first_page") else answer


def items(method, input={}):
    return list(invoke(method, input))


def pull(take, after=None, from_latest=False, since=None, limit=None, warn=False):
    class Store:
        cursor = after

        def load(self):
            return self.cursor

        def save(self, cursor):
            self.cursor = cursor

    store, events, warnings = Store(), [], []
    on_error = (lambda error: warnings.append(error.code)) if warn else None
    start = since and read_time(since)
    options = {"from_latest": from_latest, "since": start, "limit": limit, "on_error": on_error}
    for event in client.events.pull(cursor=store, follow=False, **options):
        if len(events) == take:
            break
        events.append(event)
    return {"events": events, "cursor": store.cursor, "warnings": warnings}


def verify(body, headers, secret, scheme="standard", now=None):
    at = now and read_time(now)
    return Webhook.verify(base64.b64decode(body), headers, secret, scheme=scheme, now=at)


def upload(body, name):
    return client.files.upload_file(base64.b64decode(body), name=name)


OPERATIONS = {operation.__name__: operation for operation in (configure, call, items, pull, verify, upload)}


def describe(error):
    if isinstance(error, ApiError):
        answer = {"kind": "api", "code": error.code, "status": error.status, "request_id": error.request_id, "doc_url": error.doc_url}
        return {**answer, "details": error.details}
    if isinstance(error, WebhookError):
        return {"kind": "webhook", "code": error.problem}
    if isinstance(error, ApiConnectionError):
        return {"kind": "connection"}
    if isinstance(error, ApiTimeoutError):
        return {"kind": "timeout"}
    return {"kind": "other", "code": repr(error)}


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request.pop("id")}
    try:
        answer.update(ok=True, result=OPERATIONS[request.pop("op")](**request))
    except Exception as error:
        answer.update(ok=False, error=describe(error))
    print(json.dumps(answer), flush=True)
