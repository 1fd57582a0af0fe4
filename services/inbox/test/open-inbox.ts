import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { Database } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import type { Statement } from '@parley/database/sql';
import { type InboxService, openInboxService } from '@parley/inbox/service';
import { silentLogger } from '@parley/testing/silent-logger';

/** The service on a database, without workers; `call` stands for other services. */
export const openInbox = (
  database: Database,
  {
    retentionDays,
    now,
    call = () => Promise.reject(new Error('No other service runs.')),
  }: { retentionDays?: number | undefined; now?: () => Date; call?: BusClient['call'] } = {},
): InboxService =>
  openInboxService({
    environment: {
      PARLEY_PORT: 8080,
      PARLEY_PUBLIC_URL: 'https://parley.example',
      PARLEY_RETENTION_DAYS: retentionDays,
    },
    database,
    cipher: makeCipher(`k1:${randomBytes(32).toString('base64')}`),
    bus: { publishHint() {}, call },
    logger: silentLogger,
    ...(now ? { now } : {}),
  });

/** The same service; `hook` runs before each statement with this name in a transaction. */
export const beforeStatement = (
  service: InboxService,
  name: string,
  hook: (statement: Statement) => void | Promise<void>,
): InboxService => ({
  ...service,
  database: {
    ...service.database,
    transaction: (work) =>
      service.database.transaction((sql) =>
        work({
          async query(statement) {
            if (statement.name === name) await hook(statement);
            return sql.query(statement);
          },
          async commitWith(last) {
            for (const statement of last.statements) if (statement.name === name) await hook(statement);
            return sql.commitWith(last);
          },
        }),
      ),
  },
});
