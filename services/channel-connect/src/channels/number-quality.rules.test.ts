import { expect, test } from 'vitest';
import { readQuality } from './number-quality.rules.ts';

test.each<[string, Parameters<typeof readQuality>[0], string, string | null]>([
  ['known words', { quality_rating: 'RED', messaging_limit: 'TIER_1K' }, 'RED', 'TIER_1K'],
  ['a limit without K', { quality_rating: 'GREEN', messaging_limit: 'TIER_250' }, 'GREEN', 'TIER_250'],
  ['no limit', { quality_rating: 'YELLOW', messaging_limit: 'TIER_UNLIMITED' }, 'YELLOW', 'TIER_UNLIMITED'],
  ['nothing', {}, 'UNKNOWN', null],
  ['a rating that is not applied', { quality_rating: 'NA' }, 'UNKNOWN', null],
  ['other words', { quality_rating: 'green', messaging_limit: `TIER_${'9'.repeat(99)}` }, 'UNKNOWN', null],
])('reads %s of a number’s rating', (_what, said, rating, limitTier) => {
  expect(readQuality(said)).toEqual({ rating, limitTier });
});
