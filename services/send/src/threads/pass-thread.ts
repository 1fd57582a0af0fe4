import { verb } from '@parley/bus/verb';
import { passThread as contract } from '@parley/common/contracts/messages/pass-thread';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { SendService } from '../service.ts';
import { controlThread } from './control-thread.steps.ts';

/** `?action=pass-thread` (docs/reference/threads.md#acts). */
export const passThread = verb(contract, (service: SendService, input, context) =>
  withIdempotencyKey(service.answers, contract, context, () => controlThread(service, 'pass-thread', input, context)),
);
