/** A Telegram bot and its webhook; `pending` holds updates that wait for a webhook to be set. */
export interface Bot {
  id: number;
  token: string;
  username: string;
  firstName: string;
  nextUpdateId: number;
  webhook: BotWebhook | null;
  pending: Record<string, unknown>[];
  allowedUpdates: string[];
  /** The newest business connection: the ones before it have ended. Null while there was none. */
  connectionId: string | null;
}

/** The target of a bot's updates, and the outcome of the last delivery. */
export interface BotWebhook {
  url: string;
  secretToken: string | null;
  maxConnections: number;
  undelivered: number;
  lastErrorDate: number | null;
  lastErrorMessage: string | null;
}
