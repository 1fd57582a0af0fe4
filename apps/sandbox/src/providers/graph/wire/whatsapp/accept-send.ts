import type { Fault } from '../../../../faults/define-fault.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { BusinessAccount, PhoneNumber } from '../../state/business-account.ts';
import { graphError } from '../graph-error.ts';
import { checkTemplate } from './check-template.ts';
import { makeWamid } from './make-wamid.ts';
import { readSend, type WaSend } from './read-send.ts';
import type { ReceiptSchedule } from './schedule-receipts.ts';

const WINDOW_MS = 24 * 3600 * 1000;

export interface AcceptSendDeps {
  state: SandboxState;
  receipts: ReceiptSchedule;
  now: () => number;
  onAccepted(send: { channel: 'wa'; account: string; address: string; text: string | null }): void;
}

/**
 * POST /{phone-number-id}/messages: refuses like Meta, or accepts and reports the outcome as statuses later. A closed
 * 24-hour window and an unreachable person cause only a later `failed` status, as on the platform.
 */
export function makeAcceptSend(deps: AcceptSendDeps) {
  const { state, receipts, now } = deps;
  return (account: BusinessAccount, number: PhoneNumber, body: unknown, fault: Fault | null): ProviderAnswer => {
    const send = readSend(body);
    if ('refusal' in send) return send.refusal;
    const refusal = refuseSend(account, number, send);
    if (refusal) return refusal;

    const waId = state.whatsapp.aliases.get(send.to) ?? send.to;
    const id = makeWamid(waId, 'outbound');
    const atMs = now();
    const failure = failureOf(state, number, send, waId, fault, atMs);
    state.sent.push({
      channel: 'wa',
      account: number.id,
      to: waId,
      provider_message_id: id,
      at: new Date(atMs).toISOString(),
      text: send.text,
      callback_data: send.callbackData,
      method: 'messages',
      body,
    });
    if (send.reaction) {
      const { messageId: target, emoji: value } = send.reaction;
      const at = new Date(atMs).toISOString();
      state.acts.push({ channel: 'wa', account: number.id, to: waId, target, act: 'react', value, at });
    }
    const category = categoryOf(account, send);
    receipts.add({
      number,
      id,
      recipient: waId,
      toUserId: send.toUserId,
      callbackData: send.callbackData,
      category,
      failure,
      sentOnly: send.type === 'reaction',
    });
    if (failure === null) deps.onAccepted({ channel: 'wa', account: number.id, address: waId, text: send.text });
    return { status: 200, body: acceptedBody(body, send, waId, id) };
  };
}

function refuseSend(account: BusinessAccount, number: PhoneNumber, send: WaSend): ProviderAnswer | null {
  if (account.locked) return graphError(131031);
  if (!number.registered) return graphError(133010);
  if (send.to === number.number) return graphError(131021);
  if (!send.template) return null;
  const refusal = checkTemplate(account.templates, send.template);
  if (refusal) return refusal;
  return send.toUserId && categoryOf(account, send) === 'authentication' ? graphError(131062) : null;
}

function categoryOf(account: BusinessAccount, send: WaSend): string {
  if (!send.template) return 'service';
  const { name } = send.template;
  return account.templates.find((known) => known.name === name)?.category.toLowerCase() ?? 'utility';
}

function failureOf(
  state: SandboxState,
  number: PhoneNumber,
  send: WaSend,
  waId: string,
  fault: Fault | null,
  atMs: number,
): number | null {
  if (fault?.mode === 'fail_later') return fault.code;
  const customer = state.customer('wa', number.id, waId);
  if (customer && customer.reach !== 'ok') return 131026;
  if (send.template || state.settings.window === 'off') return null;
  const open = customer?.lastInboundAtMs != null && atMs - customer.lastInboundAtMs < WINDOW_MS;
  return open ? null : 131047;
}

function acceptedBody(body: unknown, send: WaSend, waId: string, id: string) {
  const given = body as { to?: string; recipient?: string }; // safe: readSend parsed both
  const input = given.to ?? given.recipient ?? send.to;
  return {
    messaging_product: 'whatsapp',
    contacts: [send.toUserId ? { input, user_id: waId } : { input, wa_id: waId }],
    messages: [send.template ? { id, message_status: 'accepted' } : { id }],
  };
}
