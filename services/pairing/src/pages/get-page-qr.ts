import { verb } from '@parley/bus/verb';
import { pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { showQr } from '../sessions/pair-code.steps.ts';
import { findOpenPage } from './find-page.steps.ts';

/** The QR of a hosted page. Errors: those of {@link findOpenPage} and {@link showQr}. */
export const getPageQr = verb(pairPageQr, async (service: PairingService, input, context) => {
  const device = await findOpenPage(service, input.token);
  return routeToHolder(service, device.id, pairPageQr, input, context, (held) =>
    showQr(service, held, context.deadlineAt),
  );
});
