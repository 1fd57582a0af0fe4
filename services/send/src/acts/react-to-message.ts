import { verb } from '@parley/bus/verb';
import { react as contract } from '@parley/common/contracts/messages/react';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { addressOfAccount } from '../accounts/account.rules.ts';
import { absentAct } from '../channels/channel.rules.ts';
import type { SendService } from '../service.ts';
import { actOnMessage, type MessageAct } from './act.steps.ts';
import { storeReaction } from './act.store.ts';

type Output = OutputOf<typeof contract>;

/** `?action=react` (docs/reference/sends.md#reactions). There is no event for the account's own reaction. */
export const reactToMessage = verb(contract, (service: SendService, { channel, messageId: given, emoji }, context) => {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    const at = service.now();
    const messageId = String(given);
    const act: MessageAct = {
      action: 'react',
      channel,
      messageId,
      call: ({ react = absentAct }, account, target, timeoutMs) => react(account, target, emoji, timeoutMs),
      async store(sql, account) {
        await storeReaction(sql, { messageId, sender: addressOfAccount(account), emoji, at });
        return null;
      },
    };
    await actOnMessage(service, act, context);
    return { ok: true, channel, messageId, emoji };
  });
});
