import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeNotificationsModule } from './notifications.module.ts';

await runAlone('notifications', async (parts) => {
  const stores = openStores(parts, 'parley-notifications');
  return { module: makeNotificationsModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
