import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { typing as contract } from '@parley/common/contracts/messages/typing';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { chooseAccount } from '../accounts/account.rules.ts';
import { findLastInbound, listTypingPlaces } from '../accounts/account.store.ts';
import { chooseNamedAccount } from '../accounts/choose-named-account.steps.ts';
import { absentAct } from '../channels/channel.rules.ts';
import { normalizeRecipient } from '../content/recipient.rules.ts';
import type { SendService } from '../service.ts';
import { requireTypingState } from './act.rules.ts';
import { performAct } from './act.steps.ts';

type Output = OutputOf<typeof contract>;

const nobody = (): AppError =>
  new AppError('no_existing_conversation', {
    message: 'There is no conversation with this recipient in which a typing indicator can be shown.',
  });

/**
 * `?action=typing` (docs/reference/sends.md#typing). Errors: unsupported_content, invalid_to, invalid_from,
 * not_connected, no_existing_conversation, those of the provider.
 */
export const answerTyping = verb(contract, (service: SendService, { channel, to, from: named, state }, context) => {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    requireTypingState(channel, state);
    const recipient = normalizeRecipient(channel, to);
    const { tenantId } = callerOf(context);
    const from = named ?? null;
    const choice = { tenantId, channel, from };
    const places = await listTypingPlaces(service.database, { ...choice, to: recipient });
    const place = chooseAccount({ namedConversationId: null, from }, places);
    if (!place?.conversation) {
      await chooseNamedAccount(service, choice);
      throw nobody();
    }
    const { account, conversation } = place;
    const { id: conversationId, peer, threadId } = conversation;
    // WhatsApp shows the indicator below a message of the person.
    const needsMessage = channel === 'wa';
    const lastInboundId = needsMessage ? await findLastInbound(service.database, { conversationId, tenantId }) : null;
    if (needsMessage && lastInboundId === null) throw nobody();
    const shown = { peer, threadId, lastInboundId };
    const { showTyping = absentAct } = service.acts[channel];
    await performAct(service, {
      tenantId,
      channel,
      action: 'typing',
      account,
      deadlineAt: context.deadlineAt,
      call: (opened, timeoutMs) => showTyping(opened, shown, state, timeoutMs),
    });
    return { ok: true, channel, to: recipient, state };
  });
});
