"""Verifies that a message is from the gateway."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple, Union, cast

if TYPE_CHECKING:
    from . import types

Payload = Union[str, bytes]
Secrets = Union[str, Sequence[str]]


class SignatureError(Exception):
    """The message is not from the gateway, or too old. Respond with 400 and do nothing else."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: "header", "timestamp", "signature" or "body".
        self.reason = reason


def verify_webhook(
    payload: Payload,
    headers: Mapping[str, str],
    secret: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Union["types.WebhookEvent", "types.TestEvent"]:
    """The event of a webhook.

    `payload` is the body exactly as received. Several secrets help during a rotation. The timestamp may be off by
    `tolerance` seconds. Raises a SignatureError.
    """
    verify_signature(payload, headers, secret, tolerance=tolerance, now=now)
    return cast("Union[types.WebhookEvent, types.TestEvent]", _parse(payload))


def verify_notification(
    payload: Payload,
    headers: Mapping[str, str],
    secret: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> "types.Notification":
    """A notification of a payment's `callbacks`, as verify_webhook."""
    verify_signature(payload, headers, secret, tolerance=tolerance, now=now)
    return cast("types.Notification", _parse(payload))


def verify_signature(
    payload: Payload,
    headers: Mapping[str, str],
    secret: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> None:
    """Verifies a message of any format, without reading it. Raises a SignatureError."""
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or "" in secrets:
        raise ValueError("A secret is needed")
    body = payload.encode() if isinstance(payload, str) else payload
    timestamp, expected, received = _read_signatures(body, headers, secrets)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise SignatureError("timestamp", "The timestamp is not a number")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError("timestamp", "The timestamp is too far from the present")
    is_genuine = False
    for signature in received:
        for candidate in expected:
            # In constant time, and every pair.
            is_genuine = hmac.compare_digest(signature.encode(), candidate.encode()) or is_genuine
    if not is_genuine:
        raise SignatureError("signature", "No signature fits")


def _read_signatures(
    body: bytes, headers: Mapping[str, str], secrets: Sequence[str]
) -> Tuple[str, List[str], List[str]]:
    """Those of Standard Webhooks if the secrets are `whsec_` secrets, otherwise those of notifications."""
    is_standard = _find(headers, "webhook-signature") is not None and all(
        secret.startswith("whsec_") for secret in secrets
    )
    if is_standard:
        message_id, timestamp = _need(headers, "webhook-id"), _need(headers, "webhook-timestamp")
        signed = f"{message_id}.{timestamp}.".encode() + body
        expected = []
        for secret in secrets:
            digest = hmac.new(_decode(secret[len("whsec_") :]), signed, hashlib.sha256).digest()
            expected.append("v1," + base64.b64encode(digest).decode())
        return timestamp, expected, _need(headers, "webhook-signature").split(" ")
    timestamp = _need(headers, "x-countinghouse-timestamp")
    received = re.split(r",\s*", _need(headers, "x-countinghouse-signature"))
    signed = f"{timestamp}.".encode() + body
    expected = [
        "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets
    ]
    return timestamp, expected, received


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except binascii.Error as error:
        raise ValueError("A secret of a webhook is base64 after whsec_") from error


def _need(headers: Mapping[str, str], name: str) -> str:
    value = _find(headers, name)
    if value is None:
        raise SignatureError("header", f"The header {name} is missing")
    return value


def _find(headers: Mapping[str, str], name: str) -> Optional[str]:
    return next((value for key, value in headers.items() if key.lower() == name), None)


def _parse(payload: Payload) -> Any:
    try:
        return json.loads(payload)
    except ValueError as error:
        message = "The body is not JSON: use verify_signature for other formats"
        raise SignatureError("body", message) from error
