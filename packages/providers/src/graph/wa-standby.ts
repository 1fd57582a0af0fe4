import { isObject, type JsonObject, listOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { parseMessage } from './wa-message.ts';
import { phoneOf } from './wa-person.ts';
import { sentContent } from './wa-sent-content.ts';
import { parseStatus } from './wa-status.ts';

/** A copy of a person's message, for an app that must not answer it. */
function marked(item: InboundItem): InboundItem {
  return item.kind === 'message' ? { ...item, isStandby: true } : item;
}

/** The request body of another app's send, which names the person in the form of a send. */
function parseSent(account: WebhookAccount, echo: unknown, receivedAt: Date): InboundItem {
  const { id: wamid, message: sent, timestamp, template } = objectOf(echo);
  const message = objectOf(sent);
  const providerMessageId = textOf(wamid);
  const address = phoneOf(message.to) ?? textOf(message.recipient) ?? textOf(message.to);
  if (providerMessageId === null || address === null)
    return { kind: 'unknown', channel: 'wa', reason: 'standby echo of unknown shape', raw: echo };
  if (message.type === 'reaction') return { kind: 'notice', topic: 'standby reaction of another app', raw: echo };
  return {
    kind: 'echo',
    origin: 'dashboard',
    isStandby: true,
    mayBeOurs: false,
    callbackData: null,
    account,
    at: timeOf(timestamp) ?? receivedAt,
    providerMessageId,
    to: { address, aliases: [] },
    ...sentContent(message, objectOf(template)),
    raw: echo,
  };
}

/**
 * `standby`: copies of the messages, echoes and statuses of a thread that another app controls
 * (docs/reference/wa.md#standby). An empty copy says nothing.
 */
export function parseStandby(value: unknown, raw: unknown, receivedAt: Date): InboundItem[] {
  const { standby, metadata } = objectOf(value);
  const externalId = textOf(objectOf(metadata).phone_number_id);
  if (externalId === null || !isObject(standby))
    return [{ kind: 'unknown', channel: 'wa', reason: 'standby of unknown shape', raw }];
  const account: WebhookAccount = { channel: 'wa', externalId };
  const copy: JsonObject = { contacts: standby.contacts, errors: standby.errors };
  const items: InboundItem[] = [
    ...listOf(standby.messages).map((message) => marked(parseMessage(account, copy, message, receivedAt))),
    ...listOf(standby.message_echoes).map((echo) => parseSent(account, echo, receivedAt)),
    ...listOf(standby.statuses).map((status) => parseStatus(account, status, receivedAt)),
  ];
  if (standby.errors !== undefined) items.push({ kind: 'notice', topic: 'errors', raw });
  return items.length > 0 ? items : [{ kind: 'ignored', reason: 'empty standby' }];
}
