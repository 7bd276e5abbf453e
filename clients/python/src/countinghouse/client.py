"""The merchant API for one installation."""

from __future__ import annotations

from typing import Any, Dict, Optional

from .operations import Operations
from .transport import Transport


class Countinghouse(Operations):
    """The merchant API for one installation.

    With `api_id` the client uses Basic authentication, without it Bearer. Times are in seconds. `timeout` limits the
    wait for a connection and for each part of a response. A failed request that is safe to repeat is sent again at most
    `retries` times, after delays from `retry_delay` that double, to at most `max_retry_delay`. A longer Retry-After ends
    the call. `allow_http` permits http to other machines: the secret is then sent in clear.
    """

    def __init__(
        self,
        base_url: str,
        installation_id: int,
        secret: str,
        *,
        api_id: Optional[str] = None,
        timeout: float = 60.0,
        retries: int = 3,
        retry_delay: float = 0.5,
        max_retry_delay: float = 30.0,
        allow_http: bool = False,
    ) -> None:
        self._settings: Dict[str, Any] = {
            "base_url": base_url,
            "secret": secret,
            "api_id": api_id,
            "timeout": timeout,
            "retries": retries,
            "retry_delay": retry_delay,
            "max_retry_delay": max_retry_delay,
            "allow_http": allow_http,
        }
        super().__init__(Transport(installation_id=installation_id, **self._settings))

    def for_installation(self, installation_id: int) -> Countinghouse:
        """The same key for another installation."""
        return Countinghouse(installation_id=installation_id, **self._settings)
