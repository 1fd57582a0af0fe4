import { isObject, listOf, numberOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem, ReceiptItem, WebhookAccount } from '../received/inbound-item.ts';
import { readCallbackData } from './wa-callback-data.ts';
import { waPricing } from './wa-facts.ts';

const STATUSES: Readonly<Record<string, ReceiptItem['status'] | 'ignored'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // "played" is treated as read: there is no further status.
  played: 'read',
  failed: 'failed',
  deleted: 'ignored',
  warning: 'ignored',
};

/** The first error of a failed status; `error_data.details` is the most specific text (docs/reference/wa.md#statuses). */
function errorOf(errors: unknown): ReceiptItem['error'] {
  const first = objectOf(listOf(errors)[0]);
  const message =
    textOf(objectOf(first.error_data).details) ??
    textOf(first.message) ??
    textOf(first.title) ??
    'The provider gave no reason.';
  return { code: 'graph_error', message, provider_code: numberOf(first.code) ?? textOf(first.code) };
}

/** Reads one element of `statuses[]`; an invalid timestamp is replaced by `receivedAt`. */
export function parseStatus(account: WebhookAccount, status: unknown, receivedAt: Date): InboundItem {
  if (!isObject(status)) return { kind: 'unknown', channel: 'wa', reason: 'status is no object', raw: status };
  const id = textOf(status.id);
  const at = timeOf(status.timestamp) ?? receivedAt;
  const name = textOf(status.status);
  const known = name !== null && Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  if (id === null || known === undefined)
    return { kind: 'unknown', channel: 'wa', reason: 'status of unknown shape', raw: status };
  if (known === 'ignored') return { kind: 'ignored', reason: `status ${name}` };
  if (status.recipient_type === 'group') return { kind: 'ignored', reason: 'status of a group message' };
  return {
    kind: 'receipt',
    account,
    at,
    providerMessageId: id,
    status: known,
    error: known === 'failed' ? errorOf(status.errors) : null,
    ...readCallbackData(textOf(status.biz_opaque_callback_data)),
    ...waPricing(status),
  };
}
