import { randomUUID } from 'node:crypto';
import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makePairingModule } from '@parley/pairing/pairing.module';

// A worker with leases longer than any test.
await runAlone('pairing', async (parts) => {
  const stores = openStores(parts, 'parley-pairing');
  const worker = `pairing-${process.pid}-${randomUUID()}`;
  const lease = { leaseMs: 600_000, marginMs: 4000 };
  return {
    module: makePairingModule({ ...parts, ...stores, worker, lease }),
    worker,
    isReady: stores.isReady,
    close: stores.close,
  };
});
