import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeAccountsModule } from './accounts.module.ts';

await runAlone('accounts', async (parts) => {
  const stores = openStores(parts, 'parley-accounts');
  return { module: makeAccountsModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
