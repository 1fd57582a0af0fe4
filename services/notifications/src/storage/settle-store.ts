import type { Database } from '@parley/database/connect-database';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { type Job, type Settlement, settleJob } from './job-store.ts';

/**
 * Settles a message and, if it was accepted, reports it to platform webhooks in the same transaction
 * (docs/reference/platform-events.md#events). Null when another worker has the job by now; otherwise the webhooks to
 * wake.
 */
export function settleAndReport(
  database: Pick<Database, 'prismaTransaction'>,
  job: Job,
  settlement: Settlement,
): Promise<string[] | null> {
  const { acceptedAt, provider, providerId } = settlement;
  return database.prismaTransaction(async ({ prisma, sql }) => {
    if (!(await settleJob(prisma, job, settlement))) return null;
    if (acceptedAt === null || provider === null) return [];
    const type = job.way === 'email' ? 'email-sent' : 'sms-sent';
    const data = {
      notification_id: job.id,
      kind: job.kind,
      to: job.address,
      provider,
      provider_id: providerId,
      accepted_at: acceptedAt.toISOString(),
    };
    const { tenantId } = job;
    return appendPlatformEvents(sql, [
      { type, tenantId, channel: null, conversationId: null, createdAt: acceptedAt, data },
    ]);
  });
}
