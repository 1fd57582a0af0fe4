import { type CallContext, callerOf } from '@parley/common/call-context';
import { typing as contract } from '@parley/common/contracts/messages/typing';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import { chooseAccount } from '../domain/choose-account.ts';
import { normalizeRecipient } from '../domain/recipient.ts';
import { requireTypingState } from '../domain/require-action.ts';
import type { SendService } from '../service.ts';
import { findLastInbound, listTypingPlaces } from '../storage/account-choice-store.ts';
import { chooseNamedAccount } from './choose-named-account.ts';
import { performAct } from './perform-act.ts';

type Output = OutputOf<typeof contract>;

const nobody = (): AppError =>
  new AppError('no_existing_conversation', {
    message: 'There is no conversation with this recipient in which a typing indicator can be shown.',
  });

/**
 * `?action=typing` (docs/reference/sends.md#typing). Errors: unsupported_content, invalid_to, invalid_from,
 * not_connected, no_existing_conversation, those of the provider.
 */
export function answerTyping(
  service: SendService,
  { channel, to, from: named, state }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    requireTypingState(channel, state);
    const recipient = normalizeRecipient(channel, to);
    const { tenantId } = callerOf(context);
    const from = named ?? null;
    const choice = { tenantId, channel, from };
    const places = await listTypingPlaces(service.database, { ...choice, to: recipient });
    const place = chooseAccount({ conversationId: null, from }, places);
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
}
