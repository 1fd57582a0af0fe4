export type * from './api/models.ts';
export { createClient, type Parley } from './client.ts';
export { ApiError, ConfigurationError, ConnectionError, ParleyError, TimeoutError } from './errors.ts';
export type { List } from './pages.ts';
export type { CursorStore, PullOptions } from './pull-events.ts';
export type { CallOptions, ClientOptions, Retry } from './transport.ts';
export { Webhook, WebhookError, type WebhookHeaders } from './webhooks/webhook.ts';
