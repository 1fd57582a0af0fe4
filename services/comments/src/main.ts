import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeCommentsModule } from './comments.module.ts';

await runAlone('comments', async (parts) => {
  const stores = openStores(parts, 'parley-comments');
  return { module: makeCommentsModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
