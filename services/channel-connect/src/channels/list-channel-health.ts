import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listChannelHealth as contract } from '@parley/common/contracts/console/channel-health';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import type { ChannelConnectService } from '../service.ts';
import { toHealth } from './channel-health.rules.ts';
import { listHealthFacts, readActivity } from './health.store.ts';

const LOST_LISTED_MS = 30 * 24 * 3_600_000;

/** Channels with the problem of each (docs/reference/console.md#channel-health). Errors: invalid_cursor. */
export const listChannelHealth = verb(
  contract,
  async ({ database, askQuality, now }: ChannelConnectService, { limit, cursor }, context) => {
    const tenantId = tenantIdOf(context);
    const at = now();
    const after = { id: readCursor(cursor), lostAfter: new Date(at.getTime() - LOST_LISTED_MS) };
    const [rows, activity] = await Promise.all([
      listHealthFacts(database, tenantId, after, limit + 1),
      readActivity(database, tenantId),
    ]);
    const page = pageOf(rows, limit, (facts) => facts);
    const items = await Promise.all(
      page.items.map(async (facts) => {
        const isRated = facts.channel === 'wa' && facts.lost === null;
        return toHealth(facts, activity.get(facts.id), isRated ? await askQuality(facts) : null, at);
      }),
    );
    return { ...page, items };
  },
);
