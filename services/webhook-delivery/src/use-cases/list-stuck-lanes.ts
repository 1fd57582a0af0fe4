import type { listStuckLanes } from '@parley/common/contracts/operator/stuck-lanes';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { TargetId } from '@parley/common/fields';
import { findTrouble, LATE_MS } from '../domain/stuck-lane.ts';
import type { FoundStuckLane } from '../storage/stuck-store.ts';

interface Deps {
  /** In the order of instance ids, after one. */
  find(after: string, lateBefore: Date, count: number): Promise<FoundStuckLane[]>;
  now(): Date;
}

type Listed = OutputOf<typeof listStuckLanes>;

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
export const makeListStuckLanes =
  ({ find, now }: Deps) =>
  async ({ limit, cursor }: InputOf<typeof listStuckLanes>): Promise<Listed> => {
    const at = now();
    const found = await find(readAfter(cursor), new Date(at.getTime() - LATE_MS), limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.flatMap((lane) => toView(lane, at)),
      nextCursor: found.length > limit && last ? last.instanceId : null,
    };
  };
