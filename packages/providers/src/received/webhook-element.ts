import type { Channel } from '@parley/common/channels';
import type { BusinessNews, TemplateNews } from '@parley/common/contracts/internal/channel-health';

/** Channels whose provider sends webhooks. Linked devices receive by themselves and produce the same items. */
export type WebhookChannel = Exclude<Channel, 'wd'>;

/** News about a WhatsApp Business Account, which may have several numbers; services/channel-connect applies it. */
export interface BusinessItem {
  kind: 'business';
  channel: 'wa';
  wabaId: string;
  /** Digits of the affected number; null: every number of the account. */
  number: string | null;
  at: Date;
  news: BusinessNews | MarketingTermsNews;
}

/** The owner has accepted the terms of the Marketing Messages API, which only the workers that send need to know. */
export interface MarketingTermsNews {
  kind: 'marketing_terms';
}

/** Meta decided about a template of a WhatsApp Business Account; services/channel-connect reports it. */
export interface TemplateItem {
  kind: 'template';
  channel: 'wa';
  wabaId: string;
  at: Date;
  news: TemplateNews;
}

/** A notice about an account, its templates or its quality, or an event that Parley has no equivalent for; stored unchanged. */
export interface NoticeItem {
  kind: 'notice';
  /** Absent: wa. */
  channel?: WebhookChannel;
  topic: string;
  raw: unknown;
}

/** A known element that Parley does not need. */
export interface IgnoredItem {
  kind: 'ignored';
  reason: string;
  /** Telegram waits for an answer to this callback query of the bot. */
  unanswered?: { botId: string; callbackQueryId: string };
}

/** An element of unknown shape: stored and counted. */
export interface UnknownItem {
  kind: 'unknown';
  channel: WebhookChannel;
  reason: string;
  raw: unknown;
}
