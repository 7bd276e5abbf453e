"""The merchant API of Countinghouse."""

from .client import Countinghouse
from .errors import CountinghouseError
from .version import VERSION as __version__
from .webhooks import SignatureError, verify_notification, verify_signature, verify_webhook

__all__ = [
    "Countinghouse",
    "CountinghouseError",
    "SignatureError",
    "__version__",
    "verify_notification",
    "verify_signature",
    "verify_webhook",
]
