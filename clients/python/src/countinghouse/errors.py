"""What an unsuccessful call raises."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional


class CountinghouseError(Exception):
    """An unsuccessful call: refused, declined, or without a response."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        reason_code: Optional[str] = None,
        reason_message: Optional[str] = None,
        field: Optional[str] = None,
        detail: Optional[str] = None,
        advice: Optional[Mapping[str, Any]] = None,
        request_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        #: The HTTP status. None without a response: the result is then unknown.
        self.status = status
        #: A code of the error reference.
        self.reason_code = reason_code
        #: The reason in English, for your log.
        self.reason_message = reason_message
        #: The field of the request that is to blame, as a dotted path.
        self.field = field
        #: The error of the field.
        self.detail = detail
        #: After a declined payment: whose side it is on, and whether another attempt can help.
        self.advice = advice
        #: Quote it when you ask for help.
        self.request_id = request_id
        #: The key of the call. Another call with the same key and body cannot move money twice.
        self.idempotency_key = idempotency_key
        #: The wait in seconds that the gateway requests.
        self.retry_after = retry_after
        #: The response: a declined payment has its transaction.
        self.body = body


def error_of_response(
    status: int, headers: Mapping[str, str], body: Any, idempotency_key: Optional[str]
) -> CountinghouseError:
    """A declined payment has its reason in `outcome`, every other refusal at the top."""
    top = body if isinstance(body, dict) else {}
    outcome = top.get("outcome")
    refused = outcome if isinstance(outcome, dict) else top
    reason_code = refused.get("reasonCode")
    reason_message = refused.get("reasonMessage") or "the response is not of the merchant API"
    return CountinghouseError(
        f"{reason_code or 'HTTP'} ({status}): {reason_message}",
        status=status,
        reason_code=reason_code,
        reason_message=refused.get("reasonMessage"),
        field=refused.get("field"),
        detail=refused.get("detail"),
        advice=refused.get("advice"),
        request_id=headers.get("x-request-id"),
        idempotency_key=idempotency_key,
        retry_after=read_retry_after(headers.get("retry-after")),
        body=body,
    )


def read_retry_after(value: Optional[str], now: Optional[float] = None) -> Optional[float]:
    """Retry-After in seconds or as a date, in seconds from now. None for other values."""
    if value is None or value.strip() == "":
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, moment - (time.time() if now is None else now))
