import type { Referral } from '@parley/common/messages/received-content';

/** A referral; members that are not given are unknown. Bounds and addresses are checked where it is stored. */
export const referral = (source: Referral['source'], given: Partial<Omit<Referral, 'source'>>): Referral => ({
  source,
  source_id: null,
  url: null,
  headline: null,
  body: null,
  media_url: null,
  ctwa_clid: null,
  ref: null,
  ...given,
});
