import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeInboxModule } from './inbox.module.ts';

await runAlone('inbox', async (parts) => {
  const stores = openStores(parts, 'parley-inbox');
  return { module: makeInboxModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
