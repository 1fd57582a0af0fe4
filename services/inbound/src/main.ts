import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeInboundModule } from './inbound.module.ts';

await runAlone('inbound', async (parts) => {
  const stores = openStores(parts, 'parley-inbound');
  return { module: makeInboundModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
