import { verb } from '@parley/bus/verb';
import { openOfficialWay as contract } from '@parley/common/contracts/internal/official-way';
import { AppError } from '@parley/common/errors';
import { publicUrlOf } from '@parley/runtime/environment';
import type { ChannelConnectService } from '../service.ts';
import { pairPageAddress } from './link.rules.ts';
import { makeLink } from './make-link.steps.ts';
import { isWayOffered, OFFICIAL_WAY } from './official-way.steps.ts';

/** A link that connects a number through Meta and leads back to the page. Errors: channel_not_allowed. */
export const openOfficialWay = verb(contract, async (service: ChannelConnectService, { pageToken, ...key }) => {
  if (!(await isWayOffered(service, key))) throw new AppError('channel_not_allowed');
  const publicUrl = publicUrlOf(service.environment);
  const redirectUrl = pairPageAddress(pageToken, publicUrl);
  return { connectUrl: await makeLink({ ...service, publicUrl }, { ...key, ...OFFICIAL_WAY, redirectUrl }) };
});
