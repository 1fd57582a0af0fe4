import type { FaultCluster, FaultTenant } from './fault-cluster.ts';

const LATE = 'no answer in time';

/** How often a receiver of these keys did not respond to an event in time, by path and event. */
async function countLateAnswers({ rows }: FaultCluster, { keys }: FaultTenant): Promise<Map<string, number>> {
  const late = await rows<{ instance_id: string; event_id: string; times: number }>(
    `SELECT a.instance_id, e.id AS event_id, count(*)::int AS times
       FROM attempts a JOIN delivery_log d ON d.id = a.delivery_id JOIN events e ON e.seq = d.event_seq
      WHERE a.instance_id = ANY ($1) AND a.error = $2 GROUP BY a.instance_id, e.id`,
    [[...keys.values()], LATE],
  );
  return new Map(late.map(({ instance_id, event_id, times }) => [`${instance_id} ${event_id}`, times]));
}

/**
 * Repeated arrivals beyond the attempts that Parley recorded as unanswered: the receiver is in the test's process, and
 * on a starved machine it may read a webhook only after the attempt's timeout. One description for each.
 */
export async function unexplainedRepeats(
  cluster: FaultCluster,
  tenant: FaultTenant,
  paths: readonly string[],
): Promise<string[]> {
  const { receiver } = cluster;
  if (receiver.duplicates(paths) === 0) return [];
  const late = await countLateAnswers(cluster, tenant);
  return paths.flatMap((path) => {
    const times = new Map<string, number>();
    for (const { eventId } of receiver.at(path)) times.set(eventId, (times.get(eventId) ?? 0) + 1);
    return [...times].flatMap(([eventId, arrivals]) => {
      const unanswered = late.get(`${tenant.keys.get(path)} ${eventId}`) ?? 0;
      const beyond = Math.max(arrivals - 1 - unanswered, 0);
      return Array<string>(beyond).fill(
        `${eventId} arrived ${arrivals} times at ${path}; ${unanswered} attempts were not answered in time`,
      );
    });
  });
}
