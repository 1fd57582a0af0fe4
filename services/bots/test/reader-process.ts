import { randomBytes } from 'node:crypto';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { readNextSource } from '../src/knowledge/read-next-source.ts';
import { openBotsService } from '../src/service.ts';

/** Reads one source at the time that its argument names, until it is killed. */
const { DATABASE_URL: url = '' } = process.env;
const now = new Date(process.argv[2] ?? '');
const refuse = () => Promise.reject(new Error('Nothing is sent here.'));
const service = openBotsService({
  environment: {
    PARLEY_PORT: 8080,
    PARLEY_BOT_PRICE: '1',
    PARLEY_EGRESS_ALLOW: undefined,
    PARLEY_DNS_SERVERS: undefined,
  },
  database: connectDatabase({ url }),
  cipher: makeCipher(`k1:${randomBytes(32).toString('base64')}`),
  bus: { stream: refuse, call: refuse },
  logger: silentLogger,
  metrics: new Registry(),
  now: () => now,
});
await readNextSource(service);
