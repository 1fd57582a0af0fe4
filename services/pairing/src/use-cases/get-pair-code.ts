import { type CallContext, callerOf } from '@parley/common/call-context';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { pairingDigits } from '../domain/pairing-phone.ts';
import type { PairingService } from '../service.ts';
import { findSession } from './find-session.ts';
import { routeToHolder } from './route-to-holder.ts';
import { showPairCode } from './show-pair-code.ts';

type Output = OutputOf<typeof pairCode>;

/**
 * A code that links a phone to a session (docs/reference/sessions.md#pairing-code). The worker that holds the device
 * stores the answer, not the one that received the request. Errors: invalid_phone, those of {@link showPairCode}.
 */
export async function getPairCode(
  service: PairingService,
  input: InputOf<typeof pairCode>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const digits = pairingDigits(input.phone);
  const device = await findSession(service, callerOf(context).tenantId, input.sessionToken);
  return routeToHolder(service, device.id, pairCode, input, context, (held) =>
    withIdempotencyKey(service.answers, pairCode, context, () =>
      showPairCode(service, held, digits, context.deadlineAt),
    ),
  );
}
