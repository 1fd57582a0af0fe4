import { pollUntil } from '@parley/testing/poll-until';
import { readSends } from '../channels/read-sends.ts';
import type { TestTenant } from '../tenants/client.ts';
import type { FaultCluster } from './fault-cluster.ts';

/** A sweep runs every 5 s: one marks a send's outcome as unknown, and the next one ends it. */
const WITHIN_MS = 60_000;

/** Ends sends that began before a time, by simulating the end of their wait for an outcome. */
async function endSends({ rows }: FaultCluster, before: Date): Promise<void> {
  const moveTime = (): Promise<unknown[]> =>
    rows(
      `UPDATE messages SET settle_by = now() - interval '1 hour'
        WHERE status IN ('sending', 'unknown') AND happened_at < $1 RETURNING id`,
      [before],
    );
  await pollUntil(async () => ((await moveTime()).length === 0 ? true : null), {
    deadlineMs: WITHIN_MS,
    everyMs: 200,
    what: () => 'the sends of killed processes to end',
  });
}

/**
 * Settles a tenant's wa sends whose process was killed: posts the first receipt of each that the provider accepted,
 * then ends those without a receipt. So no receipt races against a restart or the timeout of an outcome. `killedAt` is
 * read right after the kill: sends of the replacement processes begin later, and keep their time.
 */
export async function settleSends(
  cluster: FaultCluster,
  { phoneNumberId: account }: TestTenant,
  killedAt: Date,
): Promise<void> {
  const { sandbox } = cluster.system;
  const sends = await readSends(cluster.system, { channel: 'wa', account });
  for (const { provider_message_id, to, callback_data } of sends) {
    const receipt = { account, provider_message_id, to, status: 'sent' } as const;
    await sandbox.postStatus(callback_data === null ? receipt : { ...receipt, callback_data });
  }
  await endSends(cluster, killedAt);
}
