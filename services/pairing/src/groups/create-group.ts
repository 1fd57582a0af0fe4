import { createHash, randomUUID } from 'node:crypto';
import { verb } from '@parley/bus/verb';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { createGroup as contract } from '@parley/common/contracts/groups/create-group';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import type { PairingService } from '../service.ts';
import { personResult } from './group.rules.ts';
import { actOnGroups } from './group.steps.ts';

/** `?action=create-group` (docs/reference/groups.md#creating). Errors: those of {@link actOnGroups}. */
export const createGroup = verb(contract, (service: PairingService, input, context) => {
  const { from, subject, description = null, participants: people } = input;
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<OutputOf<typeof contract>> => {
    const { group, results } = await actOnGroups(service, context, from, {
      type: 'create',
      ...{ subject, description, people: [...new Set(people)], key: keyOf(context) },
    });
    return { ok: true, group, results: results.map((one) => personResult(one, true)) };
  });
});

const KEY_LENGTH = 32;

/** The network's key of the group: the same for each repeat of the request, also after a crash of the first one. */
function keyOf(context: CallContext): string {
  const { instanceId } = callerOf(context);
  const { key, bodyHash } = context.idempotency ?? { key: randomUUID(), bodyHash: '' };
  const digest = createHash('sha256')
    .update(JSON.stringify([instanceId, key, bodyHash]))
    .digest('hex');
  return digest.slice(0, KEY_LENGTH).toUpperCase();
}
