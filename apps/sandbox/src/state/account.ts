/** A message template of a WhatsApp Business Account, in the shape that Graph lists it. */
export interface MessageTemplate {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format?: 'POSITIONAL' | 'NAMED';
  components: TemplateComponent[];
  rejected_reason?: string;
}

/** One component of a template; `type` and `format` are upper case, as in Graph's lists. */
export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  example?: unknown;
  buttons?: { type: string; text?: string; url?: string; phone_number?: string }[];
}

/** A business phone number of the Cloud API; `number` is digits only. */
export interface PhoneNumber {
  id: string;
  wabaId: string;
  number: string;
  verifiedName: string;
  qualityRating: string;
  registered: boolean;
}

/** A WhatsApp Business Account with its token, numbers and templates. */
export interface BusinessAccount {
  id: string;
  name: string;
  token: string;
  tokenState: 'valid' | 'expired';
  locked: boolean;
  subscribed: boolean;
  overrideCallbackUri: string | null;
  numbers: PhoneNumber[];
  templates: MessageTemplate[];
}

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
}

/** Where a bot's updates go, and how the last delivery went. */
export interface BotWebhook {
  url: string;
  secretToken: string | null;
  maxConnections: number;
  undelivered: number;
  lastErrorDate: number | null;
  lastErrorMessage: string | null;
}

/** The channels whose people write through a business account. */
export type CustomerChannel = 'wa' | 'tg' | 'fb' | 'ig';

/** A person on the other side of a channel, as one business account sees them. */
export interface Customer {
  channel: CustomerChannel;
  account: string;
  address: string;
  name: string | null;
  lastName: string | null;
  username: string | null;
  userId: string | null;
  hideNumber: boolean;
  chatType: 'private' | 'group' | 'supergroup';
  lastInboundAtMs: number | null;
  reach: 'ok' | 'blocked' | 'deactivated';
  nextMessageId: number;
}

/** A file that a provider serves; `declaredBytes` is what the provider claims it measures. */
export interface MediaFile {
  id: string;
  mimeType: string;
  filename: string | null;
  bytes: Buffer;
  declaredBytes: number;
}

/** A send that the emulated provider accepted, exactly as it was received. */
export interface AcceptedSend {
  channel: CustomerChannel | 'tt';
  account: string;
  to: string;
  provider_message_id: string;
  at: string;
  text: string | null;
  callback_data: string | null;
  method: string;
  body: unknown;
}
