/** How long deliveries are also signed with a replaced webhook secret (docs/reference/events.md#signatures). */
export const SECRET_OVERLAP_MS = 24 * 3600 * 1000;
