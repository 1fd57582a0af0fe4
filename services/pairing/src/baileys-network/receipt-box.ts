import { createHash } from 'node:crypto';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';
import type { DeviceAuth, Quarantine } from '../domain/device-network.ts';
import { tidyDeviceItem } from '../domain/tidy-device-item.ts';
import { receiptsOfUpdate, receiptsOfUser } from './read-items.ts';
import { addressOf, isExcluded, isGroup } from './read-person.ts';

/** Type of the device's keys that receipts wait under until they are handed on. */
const RECEIPT = 'receipt';
/** What could not be handed on for so long is tried no more: an operator is shown it. */
const KEPT_MS = 3 * 24 * 3_600_000;

/** What a person says by a receipt of this type, in the client's numbers; others say nothing of a message of ours. */
const STEP: Readonly<Record<string, number>> = { delivered: 3, read: 4, played: 5 };
const LAST_OF_STATUS: Readonly<Record<string, number>> = { delivered: 3, read: 5 };

interface Kept {
  node: BinaryNode;
  at: number;
}

type Receipt = Extract<DeviceItem, { kind: 'receipt' }>;

/** The messages that a receipt names: its own id and those of its list. */
function idsOf({ attrs, content }: BinaryNode): string[] {
  const [list] = Array.isArray(content) ? content : [];
  const items = Array.isArray(list?.content) ? list.content : [];
  return [attrs.id, ...items.map((item) => item.attrs.id)].flatMap((id) => id ?? []);
}

const stepOf = ({ attrs }: BinaryNode): number => STEP[attrs.type ?? 'delivered'] ?? 0;

/** Of people, on messages of ours: what an item comes of. */
const isWanted = (node: BinaryNode): boolean =>
  stepOf(node) > 0 && node.attrs.recipient === undefined && Boolean(node.attrs.id) && !isExcluded(node.attrs.from);

const nameOf = ({ attrs, content }: BinaryNode): string =>
  createHash('sha256')
    .update(JSON.stringify([attrs.from, attrs.participant, attrs.type, idsOf({ tag: '', attrs, content })]))
    .digest('base64url');

/** What a receipt says, one item a message. */
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

export type ReceiptBox = Awaited<ReturnType<typeof openReceiptBox>>;

/**
 * Keeps each receipt from before the client sees it until it is handed on: the client acknowledges what it has seen, and
 * the network tells it no more. What cannot be kept is not acknowledged, and comes again with the next connection.
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
    /** Resolves when those among these stanzas that say something are kept. Throws LeaseLost. */
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
    /** What an earlier connection was told and nobody handed on, in its order. The client would merge its steps into one. */
    left: (): DeviceItem[] => left.splice(0).flatMap(({ node }) => itemsOf(node)),
    /** These are handed on, and with each what came before it on its message. */
    async settle(receipts: readonly Receipt[]): Promise<void> {
      const done: string[] = [];
      for (const [name, { node, ids }] of waiting) {
        const participant = addressOf(node.attrs.participant);
        for (const receipt of receipts) {
          const covers = (LAST_OF_STATUS[receipt.status] ?? 0) >= stepOf(node);
          if (covers && receipt.participant === participant) ids.delete(receipt.provider_message_id);
        }
        if (ids.size === 0) done.push(name);
      }
      for (const name of done) waiting.delete(name);
      if (done.length > 0) await drop(done);
    },
  };
}
