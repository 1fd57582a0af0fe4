import { createHash } from 'node:crypto';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';
import type { DeviceAuth, Quarantine } from '../devices/device-network.rules.ts';
import { tidyDeviceItem } from './device-item.rules.ts';
import { addressOf, isExcluded, isGroup } from './read-person.client.ts';
import { receiptsOfUpdate, receiptsOfUser } from './read-receipts.client.ts';

/** Key type under which receipts are stored until they are forwarded. */
const RECEIPT = 'receipt';
/** After this long without success a receipt goes to the quarantine. */
const KEPT_MS = 3 * 24 * 3_600_000;

/** Types of receipts and their status number in the client; other types are not about our messages. */
const STEP: Readonly<Record<string, number>> = { delivered: 3, read: 4, played: 5 };
const LAST_OF_STATUS: Readonly<Record<string, number>> = { delivered: 3, read: 5 };

interface Kept {
  node: BinaryNode;
  at: number;
}

type Receipt = Extract<DeviceItem, { kind: 'receipt' }>;

export type ReceiptBox = Awaited<ReturnType<typeof openReceiptBox>>;

/**
 * Stores each receipt before the client sees it, until it is forwarded: the client acknowledges what it has seen, and
 * the network does not repeat it. A receipt that cannot be stored is not acknowledged, and is repeated on the next
 * connection.
 */
export async function openReceiptBox(auth: DeviceAuth, quarantine: Quarantine, now: () => number) {
  const waiting = new Map<string, { node: BinaryNode; ids: Set<string> }>();
  const stale: string[] = [];
  const given: DeviceItem[] = [];
  const left: Kept[] = [];
  for (const [name, text] of await auth.list(RECEIPT)) {
    // safe: written by keep
    const { node, at } = JSON.parse(text) as Kept;
    if (at < now() - KEPT_MS) {
      stale.push(name);
      given.push(...itemsOf(node));
    } else {
      waiting.set(name, { node, ids: new Set(idsOf(node)) });
      left.push({ node, at });
    }
  }
  left.sort((a, b) => a.at - b.at || stepOf(a.node) - stepOf(b.node));
  const drop = (names: readonly string[]): Promise<void> =>
    auth.set(names.map((id) => ({ type: RECEIPT, id, value: null })));
  if (stale.length > 0) {
    const reason = 'not handed on for three days';
    await quarantine(
      given.map((item) => ({
        source: 'device',
        kind: item.kind,
        reason,
        payload: JSON.stringify(tidyDeviceItem(item, new Date(now()))),
      })),
    );
    await drop(stale);
  }

  return {
    /** Stores the relevant ones of these stanzas. Throws LeaseLost. */
    async keep(nodes: readonly BinaryNode[]): Promise<void> {
      const fresh = new Map<string, BinaryNode>();
      for (const node of nodes) if (isWanted(node) && !waiting.has(nameOf(node))) fresh.set(nameOf(node), node);
      if (fresh.size === 0) return;
      const changes = [...fresh].map(([id, { tag, attrs, content }]) => {
        const { offline: _, ...lasting } = attrs;
        const kept: Kept = { node: { tag, attrs: lasting, content }, at: now() };
        return { type: RECEIPT, id, value: JSON.stringify(kept) };
      });
      await auth.set(changes);
      for (const [name, node] of fresh) waiting.set(name, { node, ids: new Set(idsOf(node)) });
    },
    /**
     * Receipts of earlier connections that were not forwarded, in order. The client would merge their statuses into
     * one.
     */
    left: (): DeviceItem[] => left.splice(0).flatMap(({ node }) => itemsOf(node)),
    /** Deletes forwarded receipts, and earlier ones of the same message. */
    async settle(receipts: readonly Receipt[]): Promise<void> {
      const done: string[] = [];
      for (const [name, { node, ids }] of waiting) {
        const participant = addressOf(node.attrs.participant);
        for (const receipt of receipts) {
          const covers = (LAST_OF_STATUS[receipt.status] ?? 0) >= stepOf(node);
          if (covers && receipt.participant === participant) ids.delete(receipt.providerMessageId);
        }
        if (ids.size === 0) done.push(name);
      }
      for (const name of done) waiting.delete(name);
      if (done.length > 0) await drop(done);
    },
  };
}

/** The messages that a receipt names: its own id and those of its list. */
function idsOf({ attrs, content }: BinaryNode): string[] {
  const [list] = Array.isArray(content) ? content : [];
  const items = Array.isArray(list?.content) ? list.content : [];
  return [attrs.id, ...items.map((item) => item.attrs.id)].flatMap((id) => id ?? []);
}

const stepOf = ({ attrs }: BinaryNode): number => STEP[attrs.type ?? 'delivered'] ?? 0;

/** Whether a receipt is by a person and about our messages: only those become items. */
const isWanted = (node: BinaryNode): boolean =>
  stepOf(node) > 0 && node.attrs.recipient === undefined && Boolean(node.attrs.id) && !isExcluded(node.attrs.from);

const nameOf = ({ attrs, content }: BinaryNode): string =>
  createHash('sha256')
    .update(JSON.stringify([attrs.from, attrs.participant, attrs.type, idsOf({ tag: '', attrs, content })]))
    .digest('base64url');

/** The items of a receipt, one per message. */
function itemsOf(node: BinaryNode): DeviceItem[] {
  const { from, participant, t } = node.attrs;
  const status = stepOf(node);
  return idsOf(node).flatMap((id) => {
    if (!isGroup(from))
      return receiptsOfUpdate({ id, fromMe: true, remoteJid: from }, { status, messageTimestamp: Number(t) });
    return receiptsOfUser(id, {
      userJid: participant,
      [status === STEP.delivered ? 'receiptTimestamp' : 'readTimestamp']: t,
    });
  });
}
