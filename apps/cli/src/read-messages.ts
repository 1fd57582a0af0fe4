import type { Event, Parley } from '@parley/sdk';

/** A message of a conversation, in or out. */
export interface ConversationMessage {
  conversation_id: number;
  message_id: string;
  channel: string;
  /** The person or group: what a send takes as `to`. */
  with: string;
  /** `in`, or where an outgoing message comes from: `api`, `bot`, `dashboard`, `phone`. */
  direction: string;
  at: string;
  /** Null for a message without text. */
  text: string | null;
  /** Types of the files. */
  attachments: readonly string[];
}

export interface MessageFilter {
  since: Date;
  channel?: string;
  /** The person or group, with or without `+`. */
  with?: string;
  conversationId?: number;
}

/** The message of an event; null for other events. */
function toMessage(event: Event): ConversationMessage | null {
  if (event.event !== 'message.received' && event.event !== 'message.sent') return null;
  const isIn = event.event === 'message.received';
  const { conversation_id, channel, text, attachments } = event.data;
  return {
    conversation_id,
    message_id: String(event.data.message_id),
    channel,
    with: isIn ? (event.data.whatsapp_group?.group_jid ?? event.data.from) : event.data.to,
    direction: isIn ? 'in' : event.data.origin,
    at: isIn ? event.data.received_at : event.data.sent_at,
    text: text || null,
    attachments: attachments.map(({ type }) => type),
  };
}

const digits = (address: string): string => address.replace(/^\+/, '');

/** The messages in the events of the key since a time, oldest first. */
export async function* readMessages(client: Pick<Parley, 'events'>, filter: MessageFilter) {
  const since = filter.since.toISOString();
  for await (const event of client.events.pull({ since, follow: false, limit: 500 })) {
    const message = toMessage(event);
    if (message === null) continue;
    if (filter.channel !== undefined && message.channel !== filter.channel) continue;
    if (filter.with !== undefined && digits(message.with) !== digits(filter.with)) continue;
    if (filter.conversationId !== undefined && message.conversation_id !== filter.conversationId) continue;
    yield message;
  }
}
