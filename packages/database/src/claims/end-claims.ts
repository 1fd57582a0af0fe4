import type { Sql } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';
import { isGone } from './worker-presence.ts';

/** Tables of work that is claimed for a limited time, each claim under the number of a worker. */
export type ClaimTable = 'comment_polls' | 'channel_tokens' | 'removal_jobs' | 'notifications' | 'bot_turns';

const endIn = (table: ClaimTable, until = 'claimed_until') =>
  defineStatement({
    name: `claims.end-in-${table}`,
    text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int4[]) AS n(number)),
                gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')})
           UPDATE ${table} t SET ${until} = NULL, holder = NULL FROM gone WHERE t.holder = gone.number`,
    params: { holders: 'int4[]' },
  });

const statements = {
  comment_polls: endIn('comment_polls'),
  channel_tokens: endIn('channel_tokens'),
  removal_jobs: endIn('removal_jobs'),
  notifications: endIn('notifications'),
  bot_turns: endIn('bot_turns', 'lease_until'),
};

/**
 * Ends the claims of dead workers and returns the number of ended claims. The claim's id stays until the next claim, as
 * a fencing token.
 */
export const endClaimsOf = (sql: Sql, table: ClaimTable, holders: readonly number[]): Promise<number> =>
  statements[table].run(sql, { holders: [...holders] });
