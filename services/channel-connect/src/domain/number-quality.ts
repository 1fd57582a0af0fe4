import { NumberQuality } from '@parley/common/contracts/console/channel-health';

export const UNKNOWN_QUALITY: NumberQuality = { rating: 'UNKNOWN', limit_tier: null };

/** What a platform says of a number; what is not one of its known words is unknown. */
export function readQuality(said: {
  quality_rating?: string | undefined;
  messaging_limit_tier?: string | undefined;
}): NumberQuality {
  const { rating, limit_tier } = NumberQuality.shape;
  return {
    rating: rating.safeParse(said.quality_rating).data ?? UNKNOWN_QUALITY.rating,
    limit_tier: limit_tier.safeParse(said.messaging_limit_tier).data ?? UNKNOWN_QUALITY.limit_tier,
  };
}
