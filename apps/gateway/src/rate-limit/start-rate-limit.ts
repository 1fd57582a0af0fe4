import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeLocalCounter, WINDOW_MS } from './count-locally.ts';
import { joinGateways } from './gateway-members.ts';
import { makeLimitRate, makeMoveCounts } from './limit-rate.ts';
import { openPeerLine } from './peer-line.ts';

interface Deps {
  bus: Pick<BusClient, 'publishHint' | 'onHint'>;
  carrier: Carrier;
  nowMs: () => number;
}

export type RateLimit = ReturnType<typeof startRateLimit>;

/** The rate limit of one gateway, exact over all gateways on the same bus (docs/reference/requests.md#rate-limit). */
export function startRateLimit({ bus, carrier, nowMs }: Deps) {
  const self = randomBytes(12).toString('hex');
  const counter = makeLocalCounter(nowMs);
  const peers = openPeerLine(carrier, self, counter);
  const members = joinGateways({ bus, self, nowMs, onChange: (living) => void moveCounts(living) });
  const moveCounts = makeMoveCounts({ counter, members, peers });
  const sweep = setInterval(counter.sweep, WINDOW_MS);
  sweep.unref();
  return {
    limitRate: makeLimitRate({ counter, members, peers }),
    /** Ids of the living gateways that this one knows. */
    members: members.list,
    async close() {
      clearInterval(sweep);
      const others = members.list().filter((id) => id !== self);
      await members.close();
      await moveCounts(others);
      await peers.close();
    },
  };
}
