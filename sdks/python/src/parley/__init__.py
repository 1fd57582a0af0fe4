"""The client of the Parley messaging API: typed calls and events, verification of webhooks."""

from .client import Client
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, ParleyError, WebhookError
from .models import Event
from .pages import Listing
from .pull_events import CursorStore
from .webhook import Webhook
from .webhook_receiver import WebhookReceiver

__all__ = ["ApiConnectionError", "ApiError", "ApiTimeoutError", "Client", "CursorStore", "Event", "Listing"]
__all__ += ["ParleyError", "Webhook", "WebhookError", "WebhookReceiver"]
