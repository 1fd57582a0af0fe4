import type { Sql } from './sql.ts';
import { isGone } from './worker-presence.ts';

/** Tables of work that is claimed until a time, each under the number of a worker. */
type ClaimTable = 'comment_polls' | 'channel_tokens' | 'removal_jobs';

/** Ends the claims of workers that are gone; answers how many. The claim's id stays until somebody claims anew, as a fence. */
export async function endClaimsOf(sql: Sql, table: ClaimTable, holders: readonly number[]): Promise<number> {
  const { rowCount } = await sql.query({
    text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int[]) AS n(number)),
                gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')})
           UPDATE ${table} t SET claimed_until = NULL, holder = NULL FROM gone WHERE t.holder = gone.number`,
    values: [holders],
  });
  return rowCount;
}
