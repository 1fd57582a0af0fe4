/**
 * The size of a run (docs/tests.md): `short` is part of every run, `soak` has the full counts.
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

/** The number of commits, to alternate variants between runs: PARLEY_TEST_TURN, which vitest.config.ts sets. */
const turn = Number(process.env.PARLEY_TEST_TURN ?? 0);
if (!Number.isSafeInteger(turn))
  throw new Error('PARLEY_TEST_TURN must be a whole number, such as a number of commits.');

/** The number of repetitions in this tier; a slice of the soak tier does its part, at least one. */
export const perTier = (counts: Record<Tier, number>): number =>
  tier === 'short' ? counts.short : Math.max(1, Math.ceil(counts.soak / part.of));

/**
 * The cases of this run: all of them, or the slice's. Short runs take every `shortEvery`-th case, starting at a
 * different one each turn.
 */
export function casesOf<T>(cases: readonly T[], shortEvery = 1): T[] {
  if (tier === 'short') return cases.filter((_, n) => n % shortEvery === turn % shortEvery);
  return cases.filter((_, n) => n % part.of === part.nth - 1);
}

/**
 * The variants in which a fault is tested. The soak tier tests each; a short run tests one, and the next commit's run
 * the other. `offset` differs between files, so that one run has both variants.
 */
export const formsOfRun = <Form>(forms: readonly Form[], offset = 0): readonly Form[] =>
  tier === 'soak' ? forms : forms.filter((_, n) => n === (turn + offset) % forms.length);
