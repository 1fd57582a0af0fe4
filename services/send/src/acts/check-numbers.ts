import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { checkNumber as contract } from '@parley/common/contracts/messages/check-number';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { chooseNamedAccount } from '../accounts/choose-named-account.steps.ts';
import { absentAct } from '../channels/channel.rules.ts';
import type { SendService } from '../service.ts';
import { requireAction } from './act.rules.ts';
import { performAct } from './act.steps.ts';

type Output = OutputOf<typeof contract>;

/**
 * `?action=check-number` (docs/reference/sends.md#number-checks). Errors: unsupported_content, invalid_from,
 * not_connected, rate_limited, those of the provider.
 */
export const checkNumbers = verb(contract, (service: SendService, { channel, numbers, from }, context) => {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    requireAction(channel, 'check-number');
    const { tenantId } = callerOf(context);
    const account = await chooseNamedAccount(service, { tenantId, channel, from: from ?? null });
    const asked = [...new Set([numbers].flat())];
    const { checkNumbers: check = absentAct } = service.acts[channel];
    const answer = await performAct(service, {
      tenantId,
      channel,
      action: 'check-number',
      account,
      deadlineAt: context.deadlineAt,
      call: (opened, timeoutMs) => check(opened, asked, timeoutMs),
    });
    if (answer.kind === 'paced')
      throw new AppError('rate_limited', {
        message: 'This account has looked up too many numbers: the network restricts accounts that look up many.',
        retry_after: Math.ceil(answer.retryAfterMs / 1000),
      });
    return { ok: true, channel, numbers: answer.checks };
  });
});
