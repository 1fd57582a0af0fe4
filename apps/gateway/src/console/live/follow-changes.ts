import type { BusClient } from '@parley/bus/bus-client';
import { makeBoundedMap } from '@parley/common/bounded-map';
import { inboxChanged } from '@parley/common/hints';

const MAX_TENANTS = 20_000;

/** What changes in inboxes without an event: edits, revocations, what people decide about conversations. */
export interface InboxChanges {
  /** For a stream of a tenant: whether anything changed since it was last asked. */
  follow(tenantId: number): () => boolean;
  close(): Promise<void>;
}

/** Hears of changes by hints; one that is lost is found by the pages' own poll. */
export function listenToChanges(bus: Pick<BusClient, 'onHint'>, nowMs: () => number): InboxChanges {
  /** How many changes were heard of, as of each tenant's last one. */
  const lastOf = makeBoundedMap<number, number>(MAX_TENANTS, { nowMs });
  let heard = 0;
  const listening = bus.onHint(inboxChanged, ({ tenantIds }) => {
    heard++;
    for (const tenantId of tenantIds) lastOf.set(tenantId, heard);
  });
  return {
    follow(tenantId) {
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
