import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { startService } from '@parley/bus/process/start-service';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { addCredit, createTenant } from '@parley/common/contracts/operator/tenants';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { makeAccountsModule } from '../src/accounts.module.ts';

test('while its database is down every operation fails with service_unavailable and retry_after', async () => {
  // Nothing listens on port 1 of loopback.
  const database = connectDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const module = makeAccountsModule({
    environment: { PARLEY_PORT: 8080, PARLEY_PUBLIC_URL: undefined },
    database,
    cipher,
    bus,
    logger: silentLogger,
  });
  const service = await startService({ name: 'accounts', carrier, logger: silentLogger, module });
  const away = { code: 'service_unavailable', extras: { retry_after: 1 } };
  const context = { requestId: 'req_test' };
  await expect(bus.call(authenticate, { keyHash: '0'.repeat(64) }, context)).rejects.toMatchObject(away);
  await expect(bus.call(createTenant, { slug: 'x' }, context)).rejects.toMatchObject(away);
  await expect(bus.call(addCredit, { slug: 'x', amount: '1' }, context)).rejects.toMatchObject(away);
  await service.close();
  await carrier.close();
  await database.close();
});
