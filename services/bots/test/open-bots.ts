import { randomBytes } from 'node:crypto';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { makeScriptedAi, type ScriptedAi } from '@parley/testing/servers/scripted-ai';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import type { BotsEnvironment } from '../src/keys/key.rules.ts';
import type { Models } from '../src/replies/open-models.client.ts';
import { type BotsParts, type BotsService, openBotsService } from '../src/service.ts';

export const START = new Date('2026-07-01T12:00:00.000Z');

export interface GivenParts extends Partial<Pick<BotsParts, 'bus' | 'toolTimeoutMs' | 'now'>> {
  environment?: Partial<BotsEnvironment>;
  /** `real`: those of the service. Default: the scripted model. */
  models?: Models | 'real';
}

/** The service over a real database and a scripted model, without workers and with a fixed clock. */
export interface OpenBots extends AsyncDisposable {
  database: TestDatabase;
  cipher: Cipher;
  ai: ScriptedAi;
  tenant: TestTenant;
  service: BotsService;
  /** Another service over the same database. */
  makeReplica(given: GivenParts): BotsService;
  /** A connected account of the tenant. */
  addAccount(tenantId?: number): Promise<number>;
}

export const cannotTranscribe: Models['transcribe'] = () => Promise.reject(new Error('Nobody transcribes here.'));
const noBus: BotsParts['bus'] = {
  stream: () => Promise.reject(new Error('Nothing reads a file here.')),
  call: () => Promise.reject(new Error('Nothing is sent here.')),
};

export async function openBots(given: GivenParts = {}): Promise<OpenBots> {
  const database = await createTestDatabase();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const ai = makeScriptedAi();
  const services: BotsService[] = [];
  const makeReplica = ({ environment, models, bus = noBus, ...parts }: GivenParts): BotsService => {
    const scripted = models ?? { generate: ai.generate, transcribe: cannotTranscribe };
    const service = openBotsService({
      environment: {
        PARLEY_PORT: 8080,
        PARLEY_BOT_PRICE: '1',
        PARLEY_EGRESS_ALLOW: undefined,
        PARLEY_DNS_SERVERS: undefined,
        ...environment,
      },
      database: database.db,
      cipher,
      bus,
      logger: silentLogger,
      metrics: new Registry(),
      now: () => START,
      ...(scripted === 'real' ? {} : { models: { own: scripted, platform: scripted } }),
      ...parts,
    });
    services.push(service);
    return service;
  };
  const service = makeReplica(given);
  const tenant = await makeTestTenant(database.db);
  return {
    database,
    cipher,
    ai,
    tenant,
    service,
    makeReplica,
    async addAccount(tenantId = tenant.id) {
      const { id } = await database.db.prisma.channelAccount.create({
        data: { tenantId, channel: 'tg', externalId: randomBytes(4).toString('hex'), name: 'shop', credentials: '' },
      });
      return id;
    },
    async [Symbol.asyncDispose]() {
      for (const { egress } of services) await egress.destroy();
      await database.drop();
    },
  };
}
