import { isObject, type JsonObject, listOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import { HISTORY_FIELDS, type InboundItem, type WebhookAccount } from '../received/inbound-item.ts';
import { parseHandover, waSummary } from './threads/wa-handover.ts';
import { parseAccountNews } from './wa-account-news.ts';
import { parseCalls } from './wa-call.ts';
import { parseEcho, parseMessage } from './wa-message.ts';
import { parsePreferences } from './wa-preferences.ts';
import { parseStandby } from './wa-standby.ts';
import { parseStatus } from './wa-status.ts';
import { parseTemplateNews } from './wa-template-news.ts';

const unknown = (reason: string, raw: unknown): InboundItem => ({ kind: 'unknown', channel: 'wa', reason, raw });

/** Fields about the account itself; stored unchanged, and some applied to the numbers as well (docs/reference/wa.md#account-fields). */
const NOTICES = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_review_update',
  'account_alerts',
  'business_capability_update',
  'business_username_update',
  'business_username_updates',
  'user_preferences',
  'security',
  'flows',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
  'automatic_events',
  'tracking_events',
  'account_settings_update',
]);

function identities(account: WebhookAccount, value: JsonObject, receivedAt: Date): InboundItem[] {
  return listOf(value.user_id_update).map((update) => {
    const ids = objectOf(objectOf(update).user_id);
    const previousAddress = textOf(ids.previous);
    const newAddress = textOf(ids.current);
    const at = timeOf(objectOf(update).timestamp) ?? receivedAt;
    if (previousAddress === null || newAddress === null) return unknown('user_id_update of unknown shape', update);
    return { kind: 'identity', account, at, previousAddress, newAddress };
  });
}

/** A message with the summary of what another app and the person have written until now. */
function withSummary(item: InboundItem, { conversation_context: context }: JsonObject): InboundItem {
  const threadSummary = waSummary(context);
  return item.kind === 'message' && threadSummary !== null ? { ...item, threadSummary } : item;
}

/** `messages` and `smb_message_echoes`: any combination of lists in one value. */
function ofNumber(value: JsonObject, receivedAt: Date): InboundItem[] {
  const phoneNumberId = textOf(objectOf(value.metadata).phone_number_id);
  if (phoneNumberId === null) return [unknown('value without a phone_number_id', value)];
  const account: WebhookAccount = { channel: 'wa', externalId: phoneNumberId };
  const items: InboundItem[] = [
    ...listOf(value.messages).map((message) => withSummary(parseMessage(account, value, message, receivedAt), value)),
    ...listOf(value.message_echoes).map((echo) => parseEcho(account, value, echo, receivedAt)),
    ...listOf(value.statuses).map((status) => parseStatus(account, status, receivedAt)),
    ...identities(account, value, receivedAt),
  ];
  if (value.errors !== undefined) items.push({ kind: 'notice', topic: 'errors', raw: value });
  return items.length > 0 ? items : [unknown('value without messages, statuses or errors', value)];
}

/** A part of the past of a number, which is read later: one webhook may have thousands of messages. */
function pastOf(field: (typeof HISTORY_FIELDS)[number], value: unknown, raw: unknown, receivedAt: Date): InboundItem {
  const externalId = textOf(objectOf(objectOf(value).metadata).phone_number_id);
  if (externalId === null) return unknown(`${field} without a phone_number_id`, raw);
  return { kind: 'history', account: { channel: 'wa', externalId }, at: receivedAt, field, raw: value };
}

/**
 * `raw` of an element that is stored unchanged is an entry with this one change, because the account's id is in the
 * entry.
 */
function parseChange(change: unknown, entry: JsonObject, receivedAt: Date): InboundItem[] {
  const raw = { id: entry.id ?? null, changes: [change] };
  if (!isObject(change)) return [unknown('change is no object', raw)];
  const field = textOf(change.field);
  if (field !== null && NOTICES.has(field))
    return [
      { kind: 'notice', topic: field, raw },
      ...parseAccountNews(field, change.value, entry, receivedAt),
      ...parseTemplateNews(field, change.value, entry, receivedAt),
      ...parsePreferences(field, change.value, receivedAt),
    ];
  if (field === 'calls') return parseCalls(change.value, raw, receivedAt);
  if (field === 'standby') return parseStandby(change.value, raw, receivedAt);
  if (field === 'messaging_handovers') return parseHandover(change.value, raw, receivedAt);
  const past = HISTORY_FIELDS.find((name) => name === field);
  if (past) return [pastOf(past, change.value, raw, receivedAt)];
  const speaks = field === 'messages' || field === 'smb_message_echoes' || field === 'user_id_update';
  if (!speaks) return [unknown(`field ${field ?? 'missing'}`, raw)];
  return isObject(change.value) ? ofNumber(change.value, receivedAt) : [unknown('change without a value', raw)];
}

/**
 * Reads a webhook body of a WhatsApp Business Account: every entry, change, message and status. Never throws; an
 * element of unknown shape becomes an `unknown` item and the others are still read; one without a time gets `receivedAt`.
 */
export function parseWaWebhook(body: unknown, receivedAt = new Date()): InboundItem[] {
  const { object, entry } = objectOf(body);
  if (object !== 'whatsapp_business_account' || !Array.isArray(entry))
    return [unknown('not a body of a WhatsApp Business Account', body)];
  return entry.flatMap((element: unknown) => {
    if (!isObject(element) || !Array.isArray(element.changes)) return [unknown('entry without changes', element)];
    return element.changes.flatMap((change: unknown) => parseChange(change, element, receivedAt));
  });
}
