import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { WAMessage, WAMessageKey } from 'baileys';
import { secondsAsInstant } from './network-time.client.ts';
import { addressOf, isExcluded, isGroup, lidOf, phoneOf, type ResolvePhone } from './read-person.client.ts';

/**
 * Early receipts that the client merged into the message itself while buffering (docs/reference/wd.md#receipts).
 */
export function receiptsIn({ key, status, userReceipt, messageTimestamp }: WAMessage): DeviceItem[] {
  const { id } = key;
  if (!key.fromMe || !id) return [];
  const at = secondsAsInstant(messageTimestamp);
  const direct = isGroup(key.remoteJid) ? null : statusOf(status);
  return [
    ...(direct ? [receipt(id, direct, at, null)] : []),
    ...(userReceipt ?? []).flatMap((one) => receiptsOfUser(id, one)),
  ];
}

/** A participant's receipts in a group. */
export function receiptsOfUser(
  id: string,
  given: { userJid?: string | null; receiptTimestamp?: unknown; readTimestamp?: unknown },
): DeviceItem[] {
  const participant = addressOf(given.userJid);
  const items: DeviceItem[] = [];
  if (isSet(given.receiptTimestamp))
    items.push(receipt(id, 'delivered', secondsAsInstant(given.receiptTimestamp), participant));
  if (isSet(given.readTimestamp)) items.push(receipt(id, 'read', secondsAsInstant(given.readTimestamp), participant));
  return items;
}

/** A receipt of a direct chat, or the network's refusal of a message (docs/reference/wd.md#receipts). */
export function receiptsOfUpdate(key: WAMessageKey, update: Partial<WAMessage>): DeviceItem[] {
  const { id } = key;
  if (!id || !key.fromMe || isExcluded(key.remoteJid)) return [];
  const at = secondsAsInstant(update.messageTimestamp);
  if (update.status === 0) {
    const code = update.messageStubParameters?.[0] ?? null;
    const message = 'The linked-device network refused the message.';
    return [receipt(id, 'failed', at, null, { code: 'device_error', message, providerCode: code })];
  }
  const status = statusOf(update.status);
  return status ? [receipt(id, status, at, null)] : [];
}

/** The person of a receipt, by the number where it is known. */
export async function nameReader(item: DeviceItem, resolve: ResolvePhone): Promise<DeviceItem> {
  if (item.kind !== 'receipt' || item.participant === null) return item;
  const known = lidOf(item.participant) === null ? null : phoneOf(await resolve(item.participant));
  return known === null ? item : { ...item, participant: known };
}

/** 3 delivered, 4 read, 5 played: lower values are not receipts. */
const statusOf = (status: unknown): 'delivered' | 'read' | null => {
  const step = typeof status === 'number' ? status : 0;
  return step >= 4 ? 'read' : step === 3 ? 'delivered' : null;
};

const receipt = (
  id: string,
  status: 'delivered' | 'read' | 'failed',
  at: string,
  participant: string | null,
  error: Extract<DeviceItem, { kind: 'receipt' }>['error'] = null,
): DeviceItem => ({ kind: 'receipt', providerMessageId: id, at, status, error, messageId: null, participant });

/** Whether a status has a time, even an invalid one; 0 and null mean that it was not reported. */
const isSet = (time: unknown): boolean => time !== null && time !== undefined && Number(time) !== 0;
