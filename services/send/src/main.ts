import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeSendModule } from './send.module.ts';

await runAlone('send', async (parts) => {
  const stores = openStores(parts, 'parley-send');
  return { module: makeSendModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
