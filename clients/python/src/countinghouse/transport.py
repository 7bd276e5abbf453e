"""Sends requests, and repeats those that are safe to repeat."""

from __future__ import annotations

import base64
import http.client
import json
import random
import re
import time
import urllib.request
import uuid
from typing import Any, Dict, Mapping, Optional, Tuple
from urllib.parse import quote, urlencode, urlsplit

from .errors import CountinghouseError, error_of_response
from .version import VERSION

#: A repetition can succeed soon: too many requests, or a failure of the gateway or of a proxy before it.
TEMPORARY = (429, 500, 502, 503, 504)
OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """Returns refusals as responses, and does not follow redirects, which would take the secret along."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Transport:
    """The calls of one API key. Raises ValueError for an address to which the secret would be sent in clear."""

    def __init__(
        self,
        base_url: str,
        installation_id: int,
        secret: str,
        api_id: Optional[str],
        timeout: float,
        retries: int,
        retry_delay: float,
        max_retry_delay: float,
        allow_http: bool,
    ) -> None:
        self._base = _read_base_url(base_url, allow_http)
        self._installation_id = installation_id
        self._authorization = _authorise(api_id, secret)
        self._timeout = timeout
        self._retries = retries
        self._retry_delay = retry_delay
        self._max_retry_delay = max_retry_delay
        self._opener = urllib.request.build_opener(_EveryStatus)

    def call(
        self,
        method: str,
        path_template: str,
        *,
        takes_key: bool,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        has_response: bool = True,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Any:
        """The body of a success. Raises a CountinghouseError for everything else."""
        key = (idempotency_key or str(uuid.uuid4())) if takes_key else None
        url = self._base + _fill_path(path_template, {"installationId": self._installation_id, **path})
        request = urllib.request.Request(
            url + _query_of(query),
            data=None if body is None else json.dumps(body).encode(),
            headers=self._headers(key, body is not None),
            method=method,
        )
        # Only what reads, or has a key, cannot do something twice.
        left = (self._retries if retries is None else retries) if method == "GET" or key else 0
        attempt = 0
        while True:
            try:
                return self._send_once(request, key, has_response, self._timeout if timeout is None else timeout)
            except CountinghouseError as error:
                delay = max(error.retry_after or 0.0, self._back_off(attempt))
                is_temporary = error.status is None or error.status in TEMPORARY
                if attempt >= left or not is_temporary or delay > self._max_retry_delay:
                    raise
            attempt += 1
            time.sleep(delay)

    def _headers(self, key: Optional[str], has_body: bool) -> Dict[str, str]:
        headers = {
            "Accept": "application/json",
            "Authorization": self._authorization,
            "User-Agent": f"countinghouse-client-python/{VERSION}",
        }
        if has_body:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        return headers

    def _send_once(
        self, request: urllib.request.Request, key: Optional[str], has_response: bool, timeout: float
    ) -> Any:
        try:
            status, headers, text = self._exchange(request, timeout)
        except (OSError, http.client.HTTPException) as error:
            message = f"No response to {request.get_method()} {urlsplit(request.full_url).path}: {error}"
            raise CountinghouseError(message, idempotency_key=key) from error
        answer = _parse(text)
        # A success is JSON, or empty where the operation has no body. A page from a proxy in between is neither.
        is_expected = isinstance(answer, (dict, list)) if has_response else text == ""
        if not 200 <= status < 300 or not is_expected:
            raise error_of_response(status, headers, answer, key)
        return answer if has_response else None

    def _exchange(self, request: urllib.request.Request, timeout: float) -> Tuple[int, Dict[str, str], str]:
        with self._opener.open(request, timeout=timeout) as response:
            headers = {name.lower(): value for name, value in response.headers.items()}
            return response.status, headers, response.read().decode("utf-8", "replace")

    def _back_off(self, attempt: int) -> float:
        """Between half of the delay and the whole, so that clients do not repeat at the same moment."""
        return min(self._retry_delay * 2**attempt, self._max_retry_delay) * random.uniform(0.5, 1.0)


def _parse(text: str) -> Any:
    """A proxy between client and gateway may respond without JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _authorise(api_id: Optional[str], secret: str) -> str:
    if api_id is None:
        return f"Bearer {secret}"
    return "Basic " + base64.b64encode(f"{api_id}:{secret}".encode()).decode()


def _read_base_url(base_url: str, allow_http: bool) -> str:
    parts = urlsplit(base_url)
    is_safe = parts.scheme == "https" or (
        parts.scheme == "http" and (allow_http or parts.hostname in OWN_MACHINE)
    )
    if not is_safe:
        raise ValueError(f"The secret is not sent to {parts.scheme}://{parts.hostname}: use https")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _fill_path(template: str, values: Mapping[str, Any]) -> str:
    def fill(match: "re.Match[str]") -> str:
        value = str(values.get(match[1], ""))
        # An empty one, or dots, would be the address of another call.
        if value in ("", ".", ".."):
            raise ValueError(f"{match[1]} is missing")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, template)


def _query_of(query: Mapping[str, Any]) -> str:
    entries = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
    return f"?{urlencode(entries)}" if entries else ""
