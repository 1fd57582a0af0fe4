import type { Fault } from '../../../../faults/define-fault.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { BusinessAccount, PhoneNumber } from '../../state/business-account.ts';
import { badParameter, graphError } from '../graph-error.ts';
import { refuseFastSend } from './app-data.ts';
import { checkTemplate } from './check-template.ts';
import { makeWamid } from './make-wamid.ts';
import { readSend, type WaSend } from './read-send.ts';
import type { ReceiptSchedule } from './schedule-receipts.ts';

/** Each held message of a template that is paused fails with this code. */
const DROPPED = 132015;
/** Each message of an account without a payment method fails with this one. */
const UNPAID = 131042;
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
  return (
    account: BusinessAccount,
    number: PhoneNumber,
    body: unknown,
    fault: Fault | null,
    method: 'messages' | 'marketing_messages' = 'messages',
  ): ProviderAnswer => {
    const send = readSend(body);
    if ('refusal' in send) return send.refusal;
    const isMarketing = method === 'marketing_messages';
    const refusal =
      (isMarketing ? refuseMarketing(account, send, body) : null) ??
      refuseSend(account, number, send, isMarketing) ??
      refuseFastSend(number, now());
    if (refusal) return refusal;

    const waId = state.whatsapp.aliases.get(send.to) ?? send.to;
    const id = makeWamid(waId, 'outbound');
    const atMs = now();
    const pacing = templateOf(account, send)?.pacing;
    const refused = account.payment === 'missing' ? UNPAID : pacing === 'drop' ? DROPPED : null;
    const failure = refused ?? failureOf(state, number, send, waId, fault, atMs);
    state.sent.push({
      channel: 'wa',
      account: number.id,
      to: waId,
      provider_message_id: id,
      at: new Date(atMs).toISOString(),
      text: send.text,
      callback_data: send.callbackData,
      method,
      body,
    });
    if (send.reaction) {
      const { messageId: target, emoji: value } = send.reaction;
      const at = new Date(atMs).toISOString();
      state.acts.push({ channel: 'wa', account: number.id, to: waId, target, act: 'react', value, at });
    }
    const isOptimized = isMarketing && account.marketing === 'ONBOARDED';
    const category = isOptimized ? 'marketing_lite' : categoryOf(account, send);
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
    if (pacing === 'drop') pauseTemplate(account, send);
    return { status: 200, body: acceptedBody(body, send, waId, id, pacing !== undefined) };
  };
}

/** The account may have switched marketing by `/messages` off. */
const isBarred = (account: BusinessAccount, send: WaSend, isMarketing: boolean): boolean =>
  !isMarketing && account.marketingBarred === true && templateOf(account, send)?.category === 'MARKETING';

function refuseSend(
  account: BusinessAccount,
  number: PhoneNumber,
  send: WaSend,
  isMarketing: boolean,
): ProviderAnswer | null {
  if (account.locked) return graphError(131031);
  if (!number.registered) return graphError(133010);
  if (send.to === number.number) return graphError(131021);
  if (!send.template) return null;
  if (isBarred(account, send, isMarketing)) return graphError(131063);
  const refusal = checkTemplate(account.templates, send.template);
  if (refusal) return refusal;
  return send.toUserId && categoryOf(account, send) === 'authentication' ? graphError(131062) : null;
}

/** The refusals of the Marketing Messages API's own: it takes marketing templates that Meta has synchronized. */
function refuseMarketing(account: BusinessAccount, send: WaSend, body: unknown): ProviderAnswer | null {
  const template = templateOf(account, send);
  if (!send.template) return badParameter('Message must be a template message.');
  if (template && template.category !== 'MARKETING') return graphError(134100);
  if (template?.syncing) return graphError(134101);
  const { product_policy: policy } = body as { product_policy?: unknown }; // safe: readSend parsed an object
  return account.marketing !== 'ONBOARDED' && policy === 'STRICT' ? graphError(134102) : null;
}

function categoryOf(account: BusinessAccount, send: WaSend): string {
  if (!send.template) return 'service';
  return templateOf(account, send)?.category.toLowerCase() ?? 'utility';
}

const templateOf = (account: BusinessAccount, { template }: WaSend) =>
  template && account.templates.find((known) => known.name === template.name);

/** People rated the template low: its messages are dropped, and it is paused. */
function pauseTemplate(account: BusinessAccount, send: WaSend): void {
  const template = templateOf(account, send);
  if (template) template.status = 'PAUSED';
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

function acceptedBody(body: unknown, send: WaSend, waId: string, id: string, isHeld: boolean) {
  const given = body as { to?: string; recipient?: string }; // safe: readSend parsed both
  const input = given.to ?? given.recipient ?? send.to;
  return {
    messaging_product: 'whatsapp',
    contacts: [send.toUserId ? { input, user_id: waId } : { input, wa_id: waId }],
    messages: [send.template ? { id, message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' } : { id }],
  };
}
