import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type ActivityFacts, type HealthFacts, toHealth } from '../domain/channel-health.ts';
import type { NumberQuality } from '../domain/number-quality.ts';
import type { AskedNumber } from './ask-quality.ts';

export interface ListChannelHealthDeps {
  /** Connected accounts, and those lost after `lostAfter`, in the order of their rows. */
  listHealthFacts(tenantId: number, after: { id: number; lostAfter: Date }, count: number): Promise<HealthFacts[]>;
  /** From the tenant's newest messages, by account. */
  findActivity(tenantId: number): Promise<Map<number, ActivityFacts>>;
  /** Never fails. */
  askQuality(number: AskedNumber): Promise<NumberQuality>;
  now(): Date;
}

const LOST_LISTED_MS = 30 * 24 * 3_600_000;

/** Channels with the problem of each (docs/reference/console.md#channel-health). Errors: invalid_cursor. */
export function makeListChannelHealth({ listHealthFacts, findActivity, askQuality, now }: ListChannelHealthDeps) {
  return async (
    { limit, cursor }: InputOf<typeof listChannelHealth>,
    context: CallContext,
  ): Promise<OutputOf<typeof listChannelHealth>> => {
    const tenantId = tenantIdOf(context);
    const at = now();
    const after = { id: readCursor(cursor), lostAfter: new Date(at.getTime() - LOST_LISTED_MS) };
    const [rows, activity] = await Promise.all([listHealthFacts(tenantId, after, limit + 1), findActivity(tenantId)]);
    const page = pageOf(rows, limit, (facts) => facts);
    const items = await Promise.all(
      page.items.map(async (facts) => {
        const isRated = facts.channel === 'wa' && facts.lost === null;
        return toHealth(facts, activity.get(facts.id), isRated ? await askQuality(facts) : null, at);
      }),
    );
    return { ...page, items };
  };
}
