import { randomBytes } from 'node:crypto';
import { makeBotsModule } from '@parley/bots/bots.module';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { makePairingModule } from '@parley/pairing/pairing.module';
import { startServices } from '@parley/parley/one-machine/start-services';
import { parseEnvironment } from '@parley/runtime/environment';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';

/** Every service in this process, over its own database. */
export interface OpenParley extends AsyncDisposable {
  database: TestDatabase;
  cipher: Cipher;
  bus: BusClient;
}

/** Starts every service as the one-machine form does; the variables select the providers. */
export async function openParley(variables: Record<string, string> = {}): Promise<OpenParley> {
  const database = await createTestDatabase();
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const nowhere = 'http://127.0.0.1:9';
  const environment = parseEnvironment({
    PARLEY_GRAPH_URL: nowhere,
    PARLEY_TELEGRAM_URL: nowhere,
    PARLEY_TIKTOK_URL: nowhere,
    PARLEY_WHATSAPP_WEB_URL: 'ws://127.0.0.1:9/ws/chat',
    ...variables,
  });
  const parts = { environment, database: database.db, cipher, bus, logger: silentLogger, metrics: new Registry() };
  const stop = await startServices(parts, carrier);
  // Both run in their own process in production.
  const bots = await startService({ module: makeBotsModule(parts), name: 'bots', carrier, logger: silentLogger });
  const worker = 'pairing-1';
  const pairing = await startService({
    module: makePairingModule({ ...parts, worker }),
    name: 'pairing',
    carrier,
    logger: silentLogger,
    worker,
  });
  return {
    database,
    cipher,
    bus,
    async [Symbol.asyncDispose]() {
      await pairing.close();
      await bots.close();
      await stop();
      await carrier.close();
      await database.drop();
    },
  };
}
