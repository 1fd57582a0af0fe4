import type { Carrier } from '@parley/bus/carriers/carrier';
import { setWebhook, webhook } from '@parley/common/contracts/account/webhook';
import { channels } from '@parley/common/contracts/channels/channels';
import { findProviderMessage } from '@parley/common/contracts/internal/find-provider-message';
import { checkNumber } from '@parley/common/contracts/messages/check-number';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { message } from '@parley/common/contracts/messages/message';
import { react } from '@parley/common/contracts/messages/react';
import { send } from '@parley/common/contracts/messages/send';
import { typing } from '@parley/common/contracts/messages/typing';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { sessionStatus } from '@parley/common/contracts/sessions/session-status';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, fieldError, refusedByProvider } from '@parley/common/errors';
import { answerAudit } from './answer-audit.ts';
import { answerContract } from './open-gateway.ts';

export const SENT_AT = '2026-09-01T09:00:00.000Z';
/** WhatsApp's id of every sent message, and of the one that Parley has stored as 41. */
export const SENT_ID = '3EB0A1B2C3D4E5F60718';
export const STORED_ID = '3EB0STORED';

interface Seen {
  action: string;
  input: unknown;
  idempotency: string | null;
}

const INVALID_URL = { field: 'url', code: 'invalid_webhook_url', message: 'url must be an https URL.' };

/** Stand-ins for the services of a tenant with the linked phones “Shop” and “My shop/2”, the latter not connected. */
export function answerPhone(carrier: Carrier) {
  answerAudit(carrier);
  const seen: Seen[] = [];
  const sent: InputOf<typeof send>[] = [];
  const states: { status: OutputOf<typeof sessionStatus>['status'] } = { status: 'connected' };
  answerContract(carrier, channels, async (_input, { caller }) => ({
    ok: true as const,
    channels: [
      { channel: 'wa' as const, id: '106', name: 'Shop', identifier: '+15550001', status: 'connected' },
      { channel: 'wd' as const, id: '3', name: 'Shop', identifier: '+15550100', status: 'connected' },
      { channel: 'wd' as const, id: '4', name: 'My shop/2', status: 'connected' },
    ].filter(({ channel }) => caller?.channels.includes(channel)),
    counts: {},
  }));
  answerContract(carrier, send, async (input, { idempotency }) => {
    seen.push({ action: 'send', input, idempotency: idempotency?.key ?? null });
    if (input.to === '+5531987654321' || input.to === '+10000000')
      throw refusedByProvider({ name: 'device', status: 404, code: 'not_on_network', message: 'Not on WhatsApp.' });
    if (input.message === 'paced') throw new AppError('rate_limited', { retry_after: 7 });
    sent.push(input);
    return { ok: true as const, messageId: String(sent.length), channel: input.channel, to: input.to };
  });
  answerContract(carrier, message, async ({ messageId }) => {
    const input = sent[Number(messageId) - 1];
    if (!input || input.message === 'lost') throw new AppError('service_unavailable');
    const isFile = input.mediaUrl !== undefined || input.uploadId !== undefined;
    // safe: the stand-in repeats the hints of a file that its tests give
    const type = (input.mediaType ?? 'document') as 'image' | 'document' | 'voice';
    const file = { id: '1', type, url: 'https://parley.example/media/1', mime_type: 'image/png', size: 4 };
    return {
      ok: true as const,
      channel: 'wd' as const,
      conversationId: 1,
      messageId,
      to: input.to,
      account: { id: '3', number: '+15550100', label: 'Shop' },
      text: input.message ?? '',
      attachments: isFile ? [{ ...file, filename: input.filename ?? null, payload: null }] : [],
      origin: 'api' as const,
      template: null,
      providerMessageId: SENT_ID,
      sentAt: SENT_AT,
      status: 'sent' as const,
      error: null,
      history: [],
      ...(input.location ? { location: input.location } : {}),
      ...(input.contacts ? { contacts: input.contacts } : {}),
      ...(input.poll ? { poll: input.poll } : {}),
    };
  });
  answerContract(carrier, findProviderMessage, async ({ accountId, providerMessageId }) => ({
    messageId: accountId === '3' && providerMessageId === STORED_ID ? '41' : null,
  }));
  const note = (action: string, input: unknown, idempotency?: { key: string }): void =>
    void seen.push({ action, input, idempotency: idempotency?.key ?? null });
  answerContract(carrier, react, async (input, { idempotency }) => {
    note('react', input, idempotency);
    return { ok: true as const, channel: 'wd' as const, messageId: String(input.messageId), emoji: input.emoji };
  });
  answerContract(carrier, editMessage, async (input) => {
    note('edit-message', input);
    const messageId = String(input.messageId);
    return { ok: true as const, channel: 'wd' as const, messageId, message: input.message, editedAt: SENT_AT };
  });
  answerContract(carrier, deleteMessage, async (input) => {
    note('delete-message', input);
    return { ok: true as const, channel: 'wd' as const, messageId: String(input.messageId), deletedAt: SENT_AT };
  });
  answerContract(carrier, markRead, async (input) => {
    note('mark-read', input);
    return { ok: true as const, channel: 'wd' as const, messageId: String(input.messageId) };
  });
  answerContract(carrier, typing, async (input) => {
    if (input.to === '+15550666') throw new AppError('no_existing_conversation');
    note('typing', input);
    return { ok: true as const, channel: 'wd' as const, to: input.to, state: input.state };
  });
  answerContract(carrier, checkNumber, async (input) => {
    note('check-number', input);
    const numbers = [input.numbers].flat();
    return {
      ok: true as const,
      channel: 'wd' as const,
      numbers: numbers.map((number) => {
        const exists = number !== '+10000000';
        return { number, exists, to: exists ? number : null };
      }),
    };
  });
  answerContract(carrier, sessionStatus, async () => ({
    ok: true as const,
    accountId: 3,
    label: 'Shop',
    status: states.status,
    since: SENT_AT,
    phone: '+15550100',
    reason: null,
    pairUrl: null,
  }));
  answerContract(carrier, deleteSession, async (input) => {
    note('delete-session', input);
    return { ok: true as const, channel: 'wd' as const, id: input.id ?? '', status: 'disconnected' as const };
  });
  const held: Pick<OutputOf<typeof webhook>, 'url' | 'events'> = { url: null, events: [] };
  const shown = (): OutputOf<typeof webhook> => ({
    ok: true,
    ...held,
    status: held.url === null ? 'none' : 'active',
    reason: null,
  });
  answerContract(carrier, webhook, async () => shown());
  answerContract(carrier, setWebhook, async (input) => {
    note('set-webhook', input);
    const { url, events = held.events } = input;
    if (url?.startsWith('http:')) throw fieldError([INVALID_URL]);
    Object.assign(held, { url, events });
    return { ...shown(), webhookSecret: 'whsec_secret' };
  });
  return { seen, states };
}
