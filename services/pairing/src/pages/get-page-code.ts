import { verb } from '@parley/bus/verb';
import { pairPageCode } from '@parley/common/contracts/internal/pair-page';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { showPairCode } from '../sessions/pair-code.steps.ts';
import { pairingDigits } from '../sessions/session.rules.ts';
import { findOpenPage } from './find-page.steps.ts';

/** A code of a hosted page. Errors: invalid_phone, those of {@link findOpenPage} and {@link showPairCode}. */
export const getPageCode = verb(pairPageCode, async (service: PairingService, input, context) => {
  const digits = pairingDigits(input.phone);
  const device = await findOpenPage(service, input.token);
  return routeToHolder(service, device.id, pairPageCode, input, context, (held) =>
    showPairCode(service, held, digits, context.deadlineAt),
  );
});
