import type { ItemOf } from '../../../api/use-operations.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { Order } from '../list/merge-pages.ts';

export type Conversation = ItemOf<'list-conversations'>;
export type Message = ItemOf<'list-conversation-messages'>;

/** The error code of a scheduled message that was cancelled, which is no failure. */
export const CANCELLED = 'cancelled';

/** Newest activity first. */
export const BY_ACTIVITY: Order<Conversation> = {
  keyOf: ({ id }) => id,
  compare: (a, b) => Date.parse(b.last_message_at) - Date.parse(a.last_message_at) || b.id - a.id,
};

/** Newest first; ids have up to 18 digits. */
export const BY_ID: Order<Message> = {
  keyOf: ({ message_id }) => message_id,
  compare: (a, b) => b.message_id.length - a.message_id.length || (b.message_id > a.message_id ? 1 : -1),
};

export const nameOf = ({ name, peer }: Pick<Conversation, 'name' | 'peer'>): string => visibleText(name) ?? peer;

/** On wa a text may be sent for 24 hours after the customer's last message; then only templates. */
export const isWindowOver = ({ channel, reply_until }: Pick<Conversation, 'channel' | 'reply_until'>, nowMs: number) =>
  channel === 'wa' && (reply_until === null || Date.parse(reply_until) <= nowMs);
