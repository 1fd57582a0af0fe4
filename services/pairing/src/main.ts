import { randomUUID } from 'node:crypto';
import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makePairingModule } from './pairing.module.ts';

await runAlone('pairing', async (parts) => {
  const stores = openStores(parts, 'parley-pairing');
  // Service name and process id: a lease shows its holder.
  const worker = `pairing-${process.pid}-${randomUUID()}`;
  return {
    module: makePairingModule({ ...parts, ...stores, worker }),
    worker,
    isReady: stores.isReady,
    close: stores.close,
  };
});
