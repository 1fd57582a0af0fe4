import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { makeLogger } from '@parley/bus/logger';
import { startService } from '@parley/bus/start-service';
import { connectDatabase } from '@parley/database/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { makeNotificationsModule } from '@parley/notifications/notifications.module';
import { parseEnvironment } from '@parley/runtime/environment';
import { Registry } from 'prom-client';

// The service in a separate process for tests to kill.
const environment = parseEnvironment(process.env);
const logger = makeLogger({ level: 'silent', name: 'test' });
const carrier = makeInProcessCarrier();
await startService({
  name: 'notifications',
  carrier,
  logger,
  module: makeNotificationsModule({
    environment,
    database: connectDatabase({ url: environment.DATABASE_URL ?? '' }),
    cipher: makeCipher(environment.PARLEY_ENCRYPTION_KEYS ?? ''),
    bus: makeBusClient(carrier, { logger }),
    logger,
    metrics: new Registry(),
  }),
});
process.send?.('ready');
