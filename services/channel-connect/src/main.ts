import { runAlone } from '@parley/bus/run-alone';
import { connectDatabase } from '@parley/prisma/connect-database';
import { makeCipher } from '@parley/prisma/encryption';
import { makeChannelConnectModule } from './channel-connect.module.ts';

await runAlone('channel-connect', async ({ environment, bus, logger }) => {
  const { DATABASE_URL: url, PARLEY_ENCRYPTION_KEYS: keys } = environment;
  if (!url || !keys)
    throw new Error('DATABASE_URL and PARLEY_ENCRYPTION_KEYS: channel-connect needs both when it runs alone.');
  const database = connectDatabase({
    url,
    maxConnections: environment.PARLEY_DATABASE_POOL,
    applicationName: 'parley-channel-connect',
    onIdleError: (error) => logger.warn({ err: error }, 'A database connection broke.'),
  });
  return {
    module: makeChannelConnectModule({ environment, database, cipher: makeCipher(keys), bus, logger }),
    isReady: async () => {
      await database.ping();
      return true;
    },
    close: () => database.close(),
  };
});
