import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listChannelHealth as contract } from '@parley/common/contracts/console/channel-health';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { openInstagramLogin } from '../connecting/credentials.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { type HealthFacts, type LoginFacts, toHealth } from './health.rules.ts';
import { listHealthFacts, readActivity } from './health.store.ts';

const LOST_LISTED_MS = 30 * 24 * 3_600_000;

/** A connected ig account has a login; sends report the error of a token that cannot be decrypted. */
function loginOf(cipher: ChannelConnectService['cipher'], { channel, lost, credentials }: HealthFacts): LoginFacts {
  if (channel !== 'ig' || lost !== null) return null;
  try {
    const login = openInstagramLogin(cipher, credentials);
    return login === null ? { via: 'facebook' } : { via: 'instagram', tokenEndsAt: login.expiresAt };
  } catch {
    return null;
  }
}

/** Channels with the problem of each (docs/reference/console.md#channel-health). Errors: invalid_cursor. */
export const listChannelHealth = verb(
  contract,
  async ({ database, cipher, askQuality, now }: ChannelConnectService, { limit, cursor }, context) => {
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
        const login = loginOf(cipher, facts);
        return toHealth({ ...facts, login }, activity.get(facts.id), isRated ? await askQuality(facts) : null, at);
      }),
    );
    return { ...page, items };
  },
);
