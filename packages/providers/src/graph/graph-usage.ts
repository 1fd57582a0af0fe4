import { z } from 'zod';

/** Limits by business use case, for each page or account (docs/reference/wa.md#errors). */
const Usage = z.record(
  z.string(),
  z.array(z.looseObject({ estimated_time_to_regain_access: z.number().nonnegative().catch(0) })).catch([]),
);
const MINUTE_MS = 60_000;

function parseUsage(header: unknown): z.infer<typeof Usage> {
  try {
    return typeof header === 'string' ? (Usage.safeParse(JSON.parse(header)).data ?? {}) : {};
  } catch {
    return {};
  }
}

/**
 * Time until the most exhausted limit of `X-Business-Use-Case-Usage` is reset; null when it gives no wait. Successful
 * answers also have the header, with a wait of 0.
 */
export function usageWaitMs(header: unknown): number | null {
  const minutes = Object.values(parseUsage(header))
    .flat()
    .map((limit) => limit.estimated_time_to_regain_access);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? longest * MINUTE_MS : null;
}
