import type { Channel } from '@parley/common/channels';
import type { HistoryMessage } from './fit-history.rules.ts';
import type { ReplyBot } from './reply-bot.rules.ts';

/** The conversation of a tool call: set by this service, never chosen by the model. */
export interface ToolConversation {
  id: number;
  channel: string;
  account: { id: string; name: string };
  person: { contact_id: number; address: string; name: string | null };
}

/** A conversation for a reply. */
export interface LoadedConversation {
  channel: Channel;
  conversation: ToolConversation;
  /** Oldest first, up to the message to answer, and after the last resolve. */
  messages: HistoryMessage[];
}

/** Inputs of a reply to messages from any source. */
export interface ReplyContext {
  bot: ReplyBot;
  /** Null: a trial. */
  turnId: string | null;
  /** Model calls that earlier replies of the turn made. */
  callsBefore: number;
  channel: Channel;
  messages: readonly HistoryMessage[];
  /** Null: a trial, in which no server of the tenant is called. */
  conversation: ToolConversation | null;
  /** Aborts the reply: a newer message, a person, a lost lease. */
  signal: AbortSignal;
}
