/**
 * Not a message that waits for its time, nor one that was cancelled before it (docs/reference/sends.md#scheduled), nor one
 * of a phone's history (docs/reference/wd.md#history).
 */
export const HAS_LEFT = `status <> 'scheduled' AND (status <> 'failed' OR error ->> 'code' IS DISTINCT FROM 'cancelled')
              AND extra -> 'imported' IS NULL`;

/** The number of messages, and of those that failed to be sent. */
export const COUNTED = `count(*)::int4 AS messages,
                      count(*) FILTER (WHERE direction = 'out' AND status = 'failed')::int4 AS failed`;
