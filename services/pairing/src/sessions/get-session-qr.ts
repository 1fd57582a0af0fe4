import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { findSession } from './find-session.steps.ts';
import { showQr } from './pair-code.steps.ts';

/** The QR that links a phone to a session. Errors: those of {@link showQr}. */
export const getSessionQr = verb(sessionQr, async (service: PairingService, input, context) => {
  const device = await findSession(service, callerOf(context).tenantId, input);
  return routeToHolder(service, device.id, sessionQr, input, context, (held) =>
    showQr(service, held, context.deadlineAt),
  );
});
