/**
 * How much of a suite a run makes (docs/tests.md): `short` is what every run makes, `soak` has the full counts.
 */
export type Tier = 'short' | 'soak';

/** The tier of this run, from PARLEY_TEST_TIER. */
export const tier: Tier = process.env.PARLEY_TEST_TIER === 'soak' ? 'soak' : 'short';

/** A part of the full counts: the slice of the soak tier that CI runs. `1/1` is everything. */
function readPart(): { nth: number; of: number } {
  const given = process.env.PARLEY_TEST_PART ?? '1/1';
  const [, nth = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
  if (nth < 1 || nth > of) throw new Error(`PARLEY_TEST_PART is "${given}", not a part such as 2/8.`);
  return { nth, of };
}
const part = readPart();

/** Counts commits, so that what alternates between runs has its turn: PARLEY_TEST_TURN, which vitest.config.ts sets. */
const turn = Number(process.env.PARLEY_TEST_TURN ?? 0);

/** How often something is done in this tier; a slice of the soak tier does its part, at least once. */
export const perTier = (counts: Record<Tier, number>): number =>
  tier === 'short' ? counts.short : Math.max(1, Math.ceil(counts.soak / part.of));

/** The cases of this run: all of them, or the slice's. Short runs take every `shortEvery`-th, another one each turn. */
export function casesOf<T>(cases: readonly T[], shortEvery = 1): T[] {
  if (tier === 'short') return cases.filter((_, n) => n % shortEvery === turn % shortEvery);
  return cases.filter((_, n) => n % part.of === part.nth - 1);
}

/**
 * The forms in which a fault is tried. The soak tier tries each; a short run tries one, and the next commit's run the other.
 * `offset` differs between files, so that one run has both forms.
 */
export const formsOfRun = <Form>(forms: readonly Form[], offset = 0): readonly Form[] =>
  tier === 'soak' ? forms : forms.filter((_, n) => n === (turn + offset) % forms.length);
