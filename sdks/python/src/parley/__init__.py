"""The client of the Parley messaging API: typed calls and events, verification of webhooks."""

from .async_client import AsyncClient
from .client import Client
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    ConfigurationError,
    ParleyError,
    WebhookError,
)
from .models import VERSION as __version__
from .models import Event
from .pages import AsyncListing, Listing
from .pull_events import CursorStore
from .transport import Retry
from .webhook import Webhook
from .webhook_receiver import AsyncWebhookReceiver, WebhookReceiver

__all__ = ["ApiConnectionError", "ApiError", "ApiTimeoutError", "AsyncClient", "AsyncListing", "AsyncWebhookReceiver"]
__all__ += ["Client", "ConfigurationError", "CursorStore", "Event", "Listing", "ParleyError", "Retry", "Webhook"]
__all__ += ["WebhookError", "WebhookReceiver", "__version__"]
