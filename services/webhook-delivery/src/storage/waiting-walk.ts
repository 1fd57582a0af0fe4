/**
 * SQL for the keys with waiting deliveries, as `waiting`; the body of a `WITH RECURSIVE`. It steps from key to key on
 * an index, so that idle lanes cost nothing. Its last row is null.
 */
export const WAITING_WALK = `waiting AS (
           (SELECT instance_id FROM deliveries ORDER BY instance_id LIMIT 1)
           UNION ALL
           SELECT (SELECT d.instance_id FROM deliveries d WHERE d.instance_id > w.instance_id ORDER BY d.instance_id LIMIT 1)
             FROM waiting w WHERE w.instance_id IS NOT NULL)`;
