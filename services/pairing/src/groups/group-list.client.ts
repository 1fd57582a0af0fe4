import type { DeviceGroupSummary } from '@parley/common/contracts/internal/manage-device-group';
import type { GroupList, GroupReader } from '../devices/device-network.rules.ts';

/** The network refuses devices that ask for all groups often. */
const ASKED_EVERY_MS = 600_000;
/** Groups that are asked for one by one when the list is read; more wait for the next reading. */
const MAX_READ_AGAIN = 20;

/**
 * The groups of a device, across its connections: the network is asked for all of them at most once in ten minutes, and in
 * between for those that it reported as changed (docs/reference/groups.md#list).
 */
export function makeGroupList(now: () => number): GroupList {
  const groups = new Map<string, DeviceGroupSummary>();
  const changed = new Set<string>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function readAll(reader: GroupReader): Promise<void> {
    askedAt = now();
    const found = await reader.all();
    groups.clear();
    changed.clear();
    for (const group of found) groups.set(group.groupId, group);
    isKnown = true;
  }

  async function readChanged(reader: GroupReader): Promise<void> {
    for (const id of [...changed].slice(0, MAX_READ_AGAIN)) {
      const found = await reader.one(id);
      if (found) groups.set(id, found);
      else groups.delete(id);
      changed.delete(id);
    }
  }

  async function read(reader: GroupReader): Promise<DeviceGroupSummary[] | { retryAfterMs: number }> {
    const waitMs = askedAt + ASKED_EVERY_MS - now();
    if (waitMs <= 0) await readAll(reader);
    else if (!isKnown) return { retryAfterMs: waitMs };
    else await readChanged(reader);
    return [...groups.values()].toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1));
  }

  return {
    changed: (id: string): void => void changed.add(id),
    read(reader) {
      const mine = turn.then(() => read(reader));
      turn = mine.catch(() => {});
      return mine;
    },
  };
}
