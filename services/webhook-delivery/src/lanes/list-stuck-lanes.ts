import { verb } from '@parley/bus/verb';
import { listStuckLanes as contract } from '@parley/common/contracts/operator/stuck-lanes';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { TargetId } from '@parley/common/fields';
import { pageByOffset, readOffset } from '@parley/database/statements/list-cursor';
import type { WebhookDeliveryService } from '../service.ts';
import { findTrouble, LATE_MS } from './lane.rules.ts';
import { type FoundStuckLane, findStuckLanes } from './stuck.store.ts';

type Listed = OutputOf<typeof contract>;

function readAfter(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const after = TargetId.safeParse(cursor);
  if (!after.success) throw invalidField('cursor', 'cursor must be a next_cursor of this list.');
  return after.data;
}

function toView(lane: FoundStuckLane, now: Date): Listed['items'] {
  const trouble = findTrouble(lane, now);
  if (!trouble) return [];
  return [
    {
      instanceId: lane.instanceId,
      tenant: lane.tenant,
      label: lane.label,
      webhookUrl: lane.webhookUrl,
      state: trouble.state,
      reason: WebhookView.shape.reason.parse(lane.pauseReason),
      since: trouble.since.toISOString(),
      consecutiveFailures: lane.consecutiveFailures,
      resumesAt: lane.resumeAt && lane.resumeAt > now ? lane.resumeAt.toISOString() : null,
      oldestDueAt: lane.oldestDueAt?.toISOString() ?? null,
      lastAttempt: lane.triedAt && {
        at: lane.triedAt.toISOString(),
        statusCode: lane.statusCode,
        error: lane.error,
      },
    },
  ];
}

/** Stuck lanes of all tenants (docs/reference/webhook-delivery.md#stuck-lanes). Errors: invalid_cursor. */
export const listStuckLanes = verb(
  contract,
  async ({ database, now }: WebhookDeliveryService, { limit, cursor, instanceId, ...query }) => {
    const at = now();
    const isById = query.sort === 'id' && !query.descending;
    const after = isById ? readAfter(cursor) : '';
    const offset = isById ? 0 : readOffset(cursor);
    const lateBefore = new Date(at.getTime() - LATE_MS);
    const wanted = { ...query, instanceId: instanceId ?? null, after, offset, lateBefore, count: limit + 1 };
    const found = await findStuckLanes(database, wanted);
    if (!isById) {
      const { items, nextCursor } = pageByOffset(found, { limit, offset }, (lane) => toView(lane, at));
      return { items: items.flat(), nextCursor };
    }
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.flatMap((lane) => toView(lane, at)),
      nextCursor: found.length > limit && last ? last.instanceId : null,
    };
  },
);
