import type { Database } from '@parley/database/connection/connect-database';

/** Tenant 1 with the ig accounts 1 and 2. */
export const seedAccounts = (database: Pick<Database, 'query'>): Promise<unknown> =>
  database.query({
    text: `WITH tenant AS (INSERT INTO tenants (id, slug, name) VALUES (1, 'acme', 'Acme') RETURNING id)
           INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
           SELECT n, tenant.id, 'ig', n, 'Shop', '' FROM tenant, generate_series(1, 2) AS n`,
  });
