"""Signs an event as Parley does (docs/reference/events.md#signatures)."""

import base64
import hashlib
import hmac
import time

SECRET = "whsec_" + base64.b64encode(bytes([7]) * 32).decode()
OTHER_SECRET = "whsec_" + base64.b64encode(bytes([8]) * 32).decode()
BODY = '{"id":"evt_1",  "event":"message.received","data":{"text":"مرحبا"}}'.encode()


def sign_event(body=BODY, secrets=(SECRET,), at=None):
    """The headers with which Parley posts a body; the newest secret comes first."""
    timestamp = str(int(time.time() if at is None else at))
    content = b"evt_1." + timestamp.encode() + b"." + body
    standard = [
        base64.b64encode(hmac.new(base64.b64decode(each[6:]), content, hashlib.sha256).digest()).decode()
        for each in secrets
    ]
    service = ["sha256=" + hmac.new(each.encode(), body, hashlib.sha256).hexdigest() for each in secrets]
    names = ["X-Service-Signature", "X-Service-Signature-Previous"]
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{each}" for each in standard),
        **dict(zip(names, service)),
    }
