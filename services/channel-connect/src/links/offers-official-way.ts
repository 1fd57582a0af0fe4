import { verb } from '@parley/bus/verb';
import { offersOfficialWay as contract } from '@parley/common/contracts/internal/official-way';
import type { ChannelConnectService } from '../service.ts';
import { isWayOffered } from './official-way.steps.ts';

/** Whether the hosted page of a session offers the way through Meta (docs/pairing-page.md). */
export const offersOfficialWay = verb(contract, async (service: ChannelConnectService, key) => ({
  isOffered: await isWayOffered(service, key),
}));
