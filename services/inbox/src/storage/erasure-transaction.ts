import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import type { InErasureTransaction } from '../use-cases/erase-data.ts';
import { removeQuarantinedOf } from './erase-quarantined-store.ts';
import { removeMessagesOf, removeTracesOf } from './erase-store.ts';
import { removeTenantBatch } from './erase-tenant-store.ts';

/** Runs the steps of an erasure in one transaction of the database. */
export const makeInErasureTransaction =
  (database: Pick<Database, 'prismaTransaction'>, cipher: Pick<Cipher, 'decrypt'>): InErasureTransaction =>
  (work) =>
    database.prismaTransaction((transaction) =>
      work({
        removeMessagesOf: (person) => removeMessagesOf(transaction.sql, person),
        removeQuarantinedOf: (person) => removeQuarantinedOf(transaction.prisma, cipher, person),
        removeTracesOf: (person) => removeTracesOf(transaction.sql, person),
        removeTenantBatch: (tenantId) => removeTenantBatch(transaction, tenantId),
      }),
    );
