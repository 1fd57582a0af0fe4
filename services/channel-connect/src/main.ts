import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeChannelConnectModule } from './channel-connect.module.ts';

await runAlone('channel-connect', async (parts) => {
  const stores = openStores(parts, 'parley-channel-connect');
  return { module: makeChannelConnectModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
