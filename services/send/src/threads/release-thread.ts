import { verb } from '@parley/bus/verb';
import { releaseThread as contract } from '@parley/common/contracts/messages/release-thread';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { SendService } from '../service.ts';
import { controlThread } from './control-thread.steps.ts';

/** `?action=release-thread` (docs/reference/threads.md#acts). */
export const releaseThread = verb(contract, (service: SendService, input, context) =>
  withIdempotencyKey(service.answers, contract, context, () =>
    controlThread(service, 'release-thread', input, context),
  ),
);
