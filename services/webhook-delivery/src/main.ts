import { runAlone } from '@parley/bus/process/run-alone';
import { openStores } from '@parley/database/connection/open-stores';
import { makeWebhookDeliveryModule } from './webhook-delivery.module.ts';

await runAlone('webhook-delivery', async (parts) => {
  const stores = openStores(parts, 'parley-webhook-delivery');
  return { module: makeWebhookDeliveryModule({ ...parts, ...stores }), isReady: stores.isReady, close: stores.close };
});
