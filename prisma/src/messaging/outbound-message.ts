import { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { OutputOf } from '@parley/common/define-contract';
import type { Attachment, MessageSentData, MessageStatusData, WhatsappGroup } from '@parley/common/events';
import type { NewEvent } from '../outbox/new-event.ts';

/** A message that leaves, with the account it leaves from, as the send path and inbound share it. */
export interface OutboundMessageRow {
  id: string;
  tenant_id: number;
  conversation_id: number;
  channel: string;
  peer: string;
  text: string;
  attachments: Attachment[];
  template: MessageSentData['template'];
  origin: 'api' | 'bot' | 'dashboard';
  provider_message_id: string | null;
  external_id: string;
  account_name: string;
  account_number: string | null;
}

/** What events about a group carry beside the rest (source §2.7); `participant` said or read it, here the account itself where nobody else did. */
export const groupOf = (peer: string, participant: string | null): { whatsapp_group?: WhatsappGroup } =>
  peer.endsWith('@g.us')
    ? { whatsapp_group: { is_group: true, group_jid: peer, participant: participant ?? '', participant_name: null } }
    : {};

const baseOf = (row: OutboundMessageRow, at: Date) => {
  const channel = Channel.parse(row.channel);
  const common = {
    channel,
    conversation_id: row.conversation_id,
    message_id: row.id,
    to: row.peer,
    account: { id: row.external_id, number: row.account_number, label: row.account_name },
    provider_message_id: row.provider_message_id,
    ...groupOf(row.peer, row.account_number),
  };
  return { event: { tenantId: row.tenant_id, channel, conversationId: row.conversation_id, createdAt: at }, common };
};

/** `message.sent`: fired once, when the provider accepted it (contract §6). */
export function messageSentEvent(row: OutboundMessageRow, at: Date): NewEvent<'message.sent'> {
  const { event, common } = baseOf(row, at);
  const { text, attachments, origin, template } = row;
  return {
    ...event,
    type: 'message.sent',
    data: { ...common, text, attachments, origin, template, sent_at: at.toISOString() },
  };
}

/** `message.status` of a message that failed (contract §6). */
export function messageFailedEvent(
  row: OutboundMessageRow,
  at: Date,
  error: NonNullable<MessageStatusData['error']>,
): NewEvent<'message.status'> {
  const { event, common } = baseOf(row, at);
  return { ...event, type: 'message.status', data: { ...common, status: 'failed', at: at.toISOString(), error } };
}

/** What a send answers (source §2.2, §2.3). */
export function sendAnswer(
  row: Pick<OutboundMessageRow, 'id' | 'channel' | 'peer' | 'conversation_id' | 'template'>,
): OutputOf<typeof send> {
  const { template } = row;
  return {
    ok: true,
    message_id: row.id,
    channel: Channel.parse(row.channel),
    to: row.peer,
    ...(template
      ? {
          conversation_id: row.conversation_id,
          template: template.name,
          language: template.language,
          delivery: 'sent' as const,
        }
      : {}),
  };
}

/** The first answer of a send, as its Idempotency-Key keeps it (contract §3). */
export type StoredAnswer =
  | { ok: true; output: OutputOf<typeof send> }
  | { ok: false; error: { code: string; message: string; extras: Record<string, unknown> } };
