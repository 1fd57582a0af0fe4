/** Limits of a tenant's own words (docs/reference/consent.md#words). */
export const CONSENT_WORD_LIMITS = { words: 50, characters: 40 } as const;
