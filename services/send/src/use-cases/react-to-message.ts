import type { CallContext } from '@parley/common/call-context';
import { react as contract } from '@parley/common/contracts/messages/react';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import { addressOfAccount } from '../domain/account-address.ts';
import type { SendService } from '../service.ts';
import { storeReaction } from '../storage/act-store.ts';
import { actOnMessage, type MessageAct } from './act-on-message.ts';

type Output = OutputOf<typeof contract>;

/** `?action=react` (docs/reference/sends.md#reactions). There is no event for the account's own reaction. */
export function reactToMessage(
  service: SendService,
  { channel, messageId: given, emoji }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
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
}
