import { verb } from '@parley/bus/verb';
import { takeThread as contract } from '@parley/common/contracts/messages/take-thread';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { SendService } from '../service.ts';
import { controlThread } from './control-thread.steps.ts';

/** `?action=take-thread` (docs/reference/threads.md#acts). */
export const takeThread = verb(contract, (service: SendService, input, context) =>
  withIdempotencyKey(service.answers, contract, context, () => controlThread(service, 'take-thread', input, context)),
);
