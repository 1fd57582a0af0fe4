import { createHash } from 'node:crypto';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';
import type { DeviceAuth, InboundBatch, Quarantine } from '../devices/device-network.rules.ts';
import { tidyDeviceItem } from './device-item.rules.ts';

/** Key type under which calls and changes of groups are stored until they are forwarded. */
const NOTICE = 'notice';
/** After this long without success a notice goes to the quarantine. */
const KEPT_MS = 3 * 24 * 3_600_000;

/** Notices of a device that wait to be forwarded; far more than arrive during an outage of services/inbound. */
export const MAX_WAITING = 5000;

interface Kept {
  item: DeviceItem;
  at: number;
}

export type NoticeBox = Awaited<ReturnType<typeof openNoticeBox>>;

/**
 * Stores calls and changes of groups before the client sees, and so acknowledges, their stanzas, until they are
 * forwarded: the network does not repeat what was acknowledged.
 */
export async function openNoticeBox(
  { auth, quarantine, hear }: { auth: DeviceAuth; quarantine: Quarantine; hear(batch: InboundBatch): void },
  now: () => number,
) {
  const waiting = new Map<string, DeviceItem>();
  const drop = (names: readonly string[]): Promise<void> =>
    auth.set(names.map((id) => ({ type: NOTICE, id, value: null })));

  async function forget(names: readonly string[]): Promise<void> {
    for (const name of names) waiting.delete(name);
    await drop(names);
  }

  // safe: written by store
  const stored = [...(await auth.list(NOTICE))].map(([name, text]) => ({ name, ...(JSON.parse(text) as Kept) }));
  stored.sort((a, b) => a.at - b.at);
  const stale = stored.filter(({ at }) => at < now() - KEPT_MS);
  if (stale.length > 0) {
    const reason = 'not handed on for three days';
    await quarantine(
      stale.map(({ item }) => ({ source: 'device', kind: item.kind, reason, payload: JSON.stringify(item) })),
    );
    await drop(stale.map(({ name }) => name));
  }
  for (const { name, item, at } of stored) if (at >= now() - KEPT_MS) waiting.set(name, item);

  function forward(entries: readonly (readonly [name: string, item: DeviceItem])[]): void {
    if (entries.length === 0) return;
    const names = entries.map(([name]) => name);
    hear({
      items: entries.map(([, item]) => item),
      settle: () => forget(names),
    });
  }

  /** Stores the items that do not wait already. Throws like {@link add}. */
  async function store(items: readonly DeviceItem[]): Promise<(readonly [name: string, item: DeviceItem])[]> {
    const tidied = items.map((item) => tidyDeviceItem(item, new Date(now())));
    const fresh = [...new Map(tidied.map((item) => [nameOf(item), item]))].filter(([name]) => !waiting.has(name));
    if (fresh.length === 0) return [];
    if (waiting.size + fresh.length > MAX_WAITING) throw new Error(`More than ${MAX_WAITING} notices wait.`);
    await auth.set(
      fresh.map(([id, item]) => ({ type: NOTICE, id, value: JSON.stringify({ item, at: now() } satisfies Kept) })),
    );
    for (const [name, item] of fresh) waiting.set(name, item);
    return fresh;
  }

  /**
   * Stores and forwards items, each once. Throws LeaseLost, and when too many wait: the network repeats on the next
   * connection what is not acknowledged.
   */
  const add = async (items: readonly DeviceItem[]): Promise<void> => forward(await store(items));

  /**
   * Stores the report of an act before the act, so that the next connection forwards it after a crash. Throws like
   * {@link add}.
   */
  async function announce(item: DeviceItem) {
    const stored = await store([item]);
    return {
      done: (): void => forward(stored),
      failed: (): Promise<void> => forget(stored.map(([name]) => name)),
    };
  }

  return {
    add,
    announce,
    /** A box for stanzas, which `read` turns into items. Throws LeaseLost. */
    of: (read: (node: BinaryNode) => Promise<readonly DeviceItem[]>) => ({
      async keep(nodes: readonly BinaryNode[]): Promise<void> {
        const items: DeviceItem[] = [];
        for (const node of nodes) items.push(...(await read(node)));
        await add(items);
      },
    }),
    /** Forwards what earlier connections stored and did not forward. */
    forwardLeft: (): void => forward([...waiting]),
  };
}

const nameOf = (item: DeviceItem): string => createHash('sha256').update(JSON.stringify(item)).digest('base64url');
