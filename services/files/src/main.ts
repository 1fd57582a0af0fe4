import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeFilesModule } from './files.module.ts';

await runAlone('files', async (parts) => {
  const stores = openStores(parts, 'parley-files');
  return { module: makeFilesModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
