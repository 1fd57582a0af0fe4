import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeBotsModule } from './bots.module.ts';

await runAlone('bots', async (parts) => {
  const stores = openStores(parts, 'parley-bots');
  return { module: makeBotsModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
