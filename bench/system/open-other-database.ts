import pg from 'pg';

/** A connection to the server of Parley's database, which its figures do not include. */
export interface OtherDatabase {
  client: pg.Client;
  /** Name of Parley's database. */
  database: string;
}

/** Connects to another database of the server, so that reading statistics about the one at `url` does not change them. */
export async function openOtherDatabase(url: string): Promise<OtherDatabase> {
  const other = new URL(url);
  const database = other.pathname.slice(1);
  other.pathname = '/postgres';
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  return { client, database };
}
