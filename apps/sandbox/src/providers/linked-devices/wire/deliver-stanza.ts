import type { BinaryNode } from 'baileys';
import type { Device, PendingStanza } from '../state/network-state.ts';
import { parts, stanza } from './stanza.ts';

const MAX_PENDING = 5000;

/** The key of a stanza that waits for its confirmation. */
export function pendingKey(name: { class: string; id: string; type?: string | undefined; from?: string | undefined }) {
  return `${name.class} ${name.id} ${name.class === 'receipt' ? `${name.type ?? ''} ${name.from ?? ''}` : ''}`;
}

/** Keeps a stanza until the device confirms it, and sends it now if the device is connected. */
export function queueStanza(device: Device, key: string, pending: PendingStanza): void {
  device.pending.delete(key);
  device.pending.set(key, pending);
  for (const oldest of device.pending.keys()) {
    if (device.pending.size <= MAX_PENDING) break;
    device.pending.delete(oldest);
  }
  if (device.isActive) sendLater(device, pending, undefined);
}

/** As {@link queueStanza}, for a stanza that needs no key of the device: it is built already. */
export function queueNode(device: Device, node: BinaryNode): void {
  const { id = '', type, from, participant } = node.attrs;
  const key = pendingKey({ class: node.tag, id, type, from: participant ?? from });
  queueStanza(device, key, { node, build: async () => node });
}

/** Sends all pending stanzas, oldest first and marked as offline, then their number. */
export function sendPending(device: Device): void {
  device.isActive = true;
  let index = 0;
  for (const pending of device.pending.values()) sendLater(device, pending, index++);
  const count = index;
  device.outbox = device.outbox.then(() => {
    device.connection?.send(stanza('ib', { from: 's.whatsapp.net' }, [stanza('offline', { count })]));
  });
}

/** Removes a stanza that the device confirmed. */
export function settleStanza(device: Device, key: string): void {
  device.pending.delete(key);
}

/** The ids in a receipt: its own id and the ids in its list. */
export function receiptIds(node: BinaryNode): string[] {
  const items = parts(node).flatMap((list) => (list.tag === 'list' ? parts(list) : []));
  return [node.attrs.id ?? '', ...items.map((item) => item.attrs.id ?? '')];
}

function sendLater(device: Device, pending: PendingStanza, offline: number | undefined): void {
  const { connection } = device;
  device.outbox = device.outbox
    .then(async () => {
      pending.node ??= await pending.build();
      const { node } = pending;
      const attrs = offline === undefined ? node.attrs : { ...node.attrs, offline: String(offline) };
      if (device.connection === connection) connection?.send({ ...node, attrs });
    })
    // A stanza that cannot be built (keys gone, group left) must not block later ones.
    .catch(() => undefined);
}
