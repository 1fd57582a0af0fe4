import type { BusClient } from '@parley/bus/bus-client';
import { inboxChanged } from '@parley/common/hints';
import { makeBoundedMap } from '@parley/runtime/bounded-map';

const MAX_TENANTS = 20_000;

/** Inbox changes without an event: edits, revocations, and decisions of members about conversations. */
export type InboxChanges = ReturnType<typeof listenToChanges>;

/** Follows changes by hints; the pages' own poll finds a change whose hint was lost. */
export function listenToChanges(bus: Pick<BusClient, 'onHint'>, nowMs: () => number) {
  /** The value of `heard` at each tenant's last change. */
  const lastOf = makeBoundedMap<number, number>(MAX_TENANTS, { nowMs });
  let heard = 0;
  const listening = bus.onHint(inboxChanged, ({ tenantIds }) => {
    heard++;
    for (const tenantId of tenantIds) lastOf.set(tenantId, heard);
  });
  return {
    /** Returns, for a stream of a tenant, a function that reports whether anything changed since its last call. */
    follow(tenantId: number): () => boolean {
      let seen = heard;
      return () => {
        const last = lastOf.get(tenantId) ?? 0;
        const isNew = last > seen;
        seen = Math.max(seen, last);
        return isNew;
      };
    },
    close: () => listening.drain(),
  };
}
