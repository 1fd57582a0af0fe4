import { createServer } from 'node:http';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { disablePretenuring } from '@parley/bus/process/disable-pretenuring';
import { startService } from '@parley/bus/process/start-service';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { parseEnvironment } from '@parley/runtime/environment';
import { makeWebhookDeliveryModule } from '@parley/webhook-delivery/webhook-delivery.module';
import { Registry } from 'prom-client';

// services/webhook-delivery in a separate process without a bus: the poll finds due deliveries.
disablePretenuring();
const environment = parseEnvironment(process.env);
const database = connectDatabase({
  url: environment.DATABASE_URL ?? '',
  maxConnections: environment.PARLEY_DATABASE_POOL,
});
const carrier = makeInProcessCarrier();
const logger = makeLogger({ level: 'warn', name: 'bench', destination: process.stderr });
const metrics = new Registry();
const service = await startService({
  name: 'webhook-delivery',
  carrier,
  logger,
  module: makeWebhookDeliveryModule({
    environment,
    database,
    cipher: makeCipher(environment.PARLEY_ENCRYPTION_KEYS ?? ''),
    bus: makeBusClient(carrier, { logger }),
    logger,
    metrics,
  }),
});
const server = createServer((_request, response) => {
  void metrics.getMetricsAsJSON().then((all) => response.end(JSON.stringify(all)));
});
server.listen(environment.PARLEY_METRICS_PORT, '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  void service
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
