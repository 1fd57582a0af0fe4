import { casingOf } from '@parley/common/casing/contract-casing';
import type { Channel } from '@parley/common/channels';
import { send } from '@parley/common/contracts/messages/send';
import type { OutputOf, WireOutputOf } from '@parley/common/define-contract';
import type { Attachment, MessageSentData, MessageStatusData, WhatsappGroup } from '@parley/common/events';
import type { RichContent } from '@parley/common/messages/message-content';
import type { NewEvent } from '../outbox/new-event.ts';

/** An outbound message with its account, shared by services/send and services/inbound. */
export interface OutgoingMessage {
  messageId: string;
  tenantId: number;
  conversationId: number;
  channel: Channel;
  peer: string;
  text: string;
  attachments: Attachment[];
  template: MessageSentData['template'];
  /** Buttons, list, location, contacts or poll, as it was sent. */
  content: RichContent | null;
  /** Whether the content became lines of text. */
  isFallback: boolean;
  /** The platform holds it, to check the quality of its template. */
  isHeld?: boolean;
  /** Numbers of a wd group that the text mentions. */
  mentions: readonly string[] | null;
  /** The message that it quotes. */
  replyToId: string | null;
  origin: 'api' | 'bot' | 'dashboard';
  providerMessageId: string | null;
  /** The provider's id of the account. */
  externalId: string;
  accountName: string;
  accountNumber: string | null;
}

/**
 * The additional data of events about a group (docs/reference/events.md#groups); `participant` wrote or read the
 * message, by default the account itself.
 */
export const groupOf = (peer: string, participant: string | null): { whatsapp_group?: WhatsappGroup } =>
  peer.endsWith('@g.us')
    ? { whatsapp_group: { is_group: true, group_jid: peer, participant: participant ?? '', participant_name: null } }
    : {};

/** Spread it last in an object literal: V8 takes 1 µs for each member that is named after a spread. */
const baseOf = (message: OutgoingMessage, at: Date) => {
  const { tenantId, channel, conversationId, peer, accountNumber } = message;
  const common = {
    channel,
    conversation_id: conversationId,
    message_id: message.messageId,
    to: peer,
    account: { id: message.externalId, number: accountNumber, label: message.accountName },
    provider_message_id: message.providerMessageId,
    ...groupOf(peer, accountNumber),
  };
  return { event: { tenantId, channel, conversationId, createdAt: at }, common };
};

const heldOf = ({ isHeld }: Pick<OutgoingMessage, 'isHeld'>) => (isHeld ? { held: true as const } : {});

/** `message.sent`: fired once, when the provider accepted it (docs/reference/events.md#messagesent). */
export function messageSentEvent(message: OutgoingMessage, at: Date): NewEvent<'message.sent'> {
  const { event, common } = baseOf(message, at);
  const { text, attachments, origin, template, content, mentions, replyToId } = message;
  const rest = {
    ...(mentions && { mentions: [...mentions] }),
    ...(replyToId !== null && { reply_to: replyToId }),
    ...heldOf(message),
  };
  return {
    type: 'message.sent',
    data: { text, attachments, origin, template, sent_at: at.toISOString(), ...content, ...rest, ...common },
    ...event,
  };
}

/** `message.status` of a message that failed (docs/reference/events.md#messagestatus). */
export function messageFailedEvent(
  message: OutgoingMessage,
  at: Date,
  error: NonNullable<MessageStatusData['error']>,
): NewEvent<'message.status'> {
  const { event, common } = baseOf(message, at);
  return { type: 'message.status', data: { status: 'failed', at: at.toISOString(), error, ...common }, ...event };
}

/** The answer to a send (docs/reference/sends.md#answer). */
export function sendAnswer({
  messageId,
  channel,
  peer,
  conversationId,
  template,
  isFallback,
  isHeld,
}: Pick<
  OutgoingMessage,
  'messageId' | 'channel' | 'peer' | 'conversationId' | 'template' | 'isFallback' | 'isHeld'
>): OutputOf<typeof send> {
  return {
    ok: true,
    messageId,
    channel,
    to: peer,
    ...(template
      ? {
          conversationId,
          template: template.name,
          language: template.language,
          delivery: 'sent' as const,
        }
      : {}),
    ...(isFallback ? { fallback: true as const } : {}),
    ...heldOf({ isHeld }),
  };
}

/** The first answer of a send, which its Idempotency-Key replays (docs/reference/requests.md#idempotency-key). */
export type StoredAnswer =
  | { ok: true; output: OutputOf<typeof send> }
  | { ok: false; error: { code: string; message: string; extras: Record<string, unknown> } };

export type KeptAnswer = { ok: true; output: WireOutputOf<typeof send> } | Extract<StoredAnswer, { ok: false }>;

const { toWire, fromWire } = casingOf(send);

/** The stored form of an answer, that of its caller. */
export const toKept = (answer: StoredAnswer): KeptAnswer =>
  answer.ok ? { ok: true, output: toWire(answer.output) } : answer;

export const fromKept = (kept: KeptAnswer): StoredAnswer =>
  kept.ok ? { ok: true, output: fromWire(kept.output) } : kept;
