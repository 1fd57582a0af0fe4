import { type CallContext, callerOf } from '@parley/common/call-context';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { PairingService } from '../service.ts';
import { findSession } from './find-session.ts';
import { routeToHolder } from './route-to-holder.ts';
import { showQr } from './show-qr.ts';

type Output = OutputOf<typeof sessionQr>;

/** The QR that links a phone to a session. Errors: those of {@link showQr}. */
export async function getSessionQr(
  service: PairingService,
  input: InputOf<typeof sessionQr>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findSession(service, callerOf(context).tenantId, input.sessionToken);
  return routeToHolder(service, device.id, sessionQr, input, context, (held) =>
    showQr(service, held, context.deadlineAt),
  );
}
