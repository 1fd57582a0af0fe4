import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { findSession } from './find-session.steps.ts';
import { showPairCode } from './pair-code.steps.ts';
import { pairingDigits } from './session.rules.ts';

/**
 * A code that links a phone to a session (docs/reference/sessions.md#pairing-code). The worker that holds the device
 * stores the answer, not the one that received the request. Errors: invalid_phone, those of {@link showPairCode}.
 */
export const getPairCode = verb(pairCode, async (service: PairingService, input, context) => {
  const digits = pairingDigits(input.phone);
  const device = await findSession(service, callerOf(context).tenantId, input);
  return routeToHolder(service, device.id, pairCode, input, context, (held) =>
    withIdempotencyKey(service.answers, pairCode, context, () =>
      showPairCode(service, held, digits, context.deadlineAt),
    ),
  );
});
