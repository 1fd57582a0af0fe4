import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { parseEnvironment } from '@parley/runtime/environment';
import { silentLogger } from '@parley/testing/silent-logger';
import { makeWebhookDeliveryModule } from '@parley/webhook-delivery/webhook-delivery.module';
import { Registry } from 'prom-client';

// The service in a separate process, to be killed and frozen. There are no hints: the poll finds due deliveries.
const environment = parseEnvironment(process.env);
const database = connectDatabase({ url: environment.DATABASE_URL ?? '' });
const carrier = makeInProcessCarrier();
const service = await startService({
  name: 'webhook-delivery',
  carrier,
  logger: silentLogger,
  module: makeWebhookDeliveryModule({
    environment,
    database,
    cipher: makeCipher(environment.PARLEY_ENCRYPTION_KEYS ?? ''),
    bus: makeBusClient(carrier, { logger: silentLogger }),
    logger: silentLogger,
    metrics: new Registry(),
  }),
});
process.once('SIGTERM', () => {
  void service
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.send?.('ready');
