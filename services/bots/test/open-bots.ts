import { randomBytes } from 'node:crypto';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { openEgress } from '@parley/providers/egress/open-egress';
import { makeScriptedAi, type ScriptedAi } from '@parley/testing/scripted-ai';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant, type TestTenant } from '@parley/testing/test-tenant';
import { type UseCaseParts, type WiredUseCases, wireUseCases } from '../src/compose.ts';

export const START = new Date('2026-07-01T12:00:00.000Z');

/** The use cases over a real database and a scripted model, without workers and with a fixed clock. */
export interface OpenBots extends AsyncDisposable {
  database: TestDatabase;
  cipher: Cipher;
  ai: ScriptedAi;
  tenant: TestTenant;
  useCases: WiredUseCases;
  /** A connected account of the tenant. */
  addAccount(tenantId?: number): Promise<number>;
}

export async function openBots(environment: Partial<UseCaseParts['environment']> = {}): Promise<OpenBots> {
  const database = await createTestDatabase();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const ai = makeScriptedAi();
  const egress = openEgress({ PARLEY_EGRESS_ALLOW: undefined, PARLEY_DNS_SERVERS: undefined });
  const tenant = await makeTestTenant(database.db);
  return {
    database,
    cipher,
    ai,
    tenant,
    useCases: wireUseCases({
      environment: { PARLEY_PORT: 8080, PARLEY_BOT_PRICE: '1', ...environment },
      database: database.db,
      cipher,
      egress,
      dispatcher: egress.agent,
      bus: { stream: () => Promise.reject(new Error('Nothing reads a file here.')) },
      generate: ai.generate,
      wakeReader() {},
      now: () => START,
    }),
    async addAccount(tenantId = tenant.id) {
      const { id } = await database.db.prisma.channelAccount.create({
        data: { tenantId, channel: 'tg', externalId: randomBytes(4).toString('hex'), name: 'shop', credentials: '' },
      });
      return id;
    },
    async [Symbol.asyncDispose]() {
      await egress.destroy();
      await database.drop();
    },
  };
}
