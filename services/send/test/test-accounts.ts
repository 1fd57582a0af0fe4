import type { Cipher } from '@parley/database/encryption';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import type { TestDatabase } from '@parley/testing/database/test-database';

/** Runs statements and adds accounts in a test's database. */
export function makeTestAccounts(
  database: Pick<TestDatabase, 'db'>,
  cipher: Pick<Cipher, 'encrypt'>,
  driver: SandboxDriver,
) {
  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.db.query<Row>({ text, values })).rows;
  const insert = async (text: string, ...values: unknown[]): Promise<number> => {
    const [row] = await rows<{ id: number }>(`${text} RETURNING id`, ...values);
    if (!row) throw new Error('Nothing was inserted.');
    return row.id;
  };
  const encrypted = (credentials: Record<string, string>): string => sealCredentials(cipher, credentials);
  const addAccount = (
    tenantId: number,
    channel: string,
    externalId: string,
    name: string,
    number: string | null,
    token: string | Record<string, string>,
  ): Promise<number> => {
    const credentials =
      typeof token === 'string' ? { [channel === 'wa' ? 'access_token' : 'bot_token']: token } : token;
    return insert(
      'INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials) VALUES ($1, $2, $3, $4, $5, $6)',
      tenantId,
      channel,
      externalId,
      name,
      number,
      encrypted(credentials),
    );
  };

  /** A number that the sandbox knows. */
  async function addNumber(id: string, number: string): Promise<void> {
    await driver.graph.whatsapp.putAccount({ phone_number_id: id, number, verified_name: 'Shop' });
  }
  return { rows, insert, transaction: database.db.transaction, encrypted, addAccount, addNumber };
}
export type TestAccounts = ReturnType<typeof makeTestAccounts>;
