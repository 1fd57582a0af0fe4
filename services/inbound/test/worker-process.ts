import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { makeInboundModule } from '@parley/inbound/inbound.module';
import { parseEnvironment } from '@parley/runtime/environment';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';

// The service in a separate process for tests to kill.
const environment = parseEnvironment(process.env);
const carrier = makeInProcessCarrier();
await startService({
  name: 'inbound',
  carrier,
  logger: silentLogger,
  module: makeInboundModule({
    environment,
    database: connectDatabase({ url: environment.DATABASE_URL ?? '' }),
    cipher: makeCipher(environment.PARLEY_ENCRYPTION_KEYS ?? ''),
    bus: makeBusClient(carrier, { logger: silentLogger }),
    logger: silentLogger,
    metrics: new Registry(),
  }),
});
process.send?.('ready');
