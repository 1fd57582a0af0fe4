import { type CallContext, callerOf } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { asReplayed, Replayed } from '@parley/common/replayed';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { decideRepeat } from '../domain/decide-repeat.ts';
import { type Idempotency, type KeptRequest, ownerOfTenant } from '../domain/reservation.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { PreparedSend, PrepareInput, Sender } from './prepare-send.ts';
import { replay, type SendMessage, toError } from './send-message.ts';

type SendInput = InputOf<typeof send>;
type SendOutput = OutputOf<typeof send>;

export interface AnswerSendDeps {
  prepare(input: PrepareInput, sender: Sender): Promise<PreparedSend>;
  sendMessage: SendMessage;
  findKeptRequest(owner: string, key: string): Promise<KeptRequest | null>;
  tenantOf: TenantOf;
  findConversation(tenantId: number, id: number): Promise<{ channel: Channel; peer: string } | null>;
  now(): Date;
}

function toOutput({ answer, replayed }: Sent): SendOutput | Replayed<SendOutput> {
  if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
  return replayed ? new Replayed(answer.output) : answer.output;
}

/** The answer to an earlier request with the same Idempotency-Key, if it is known before the file is checked. */
async function findRepeat(
  { findKeptRequest, now }: Pick<AnswerSendDeps, 'findKeptRequest' | 'now'>,
  owner: string,
  { idempotency, hasFile }: { idempotency: Idempotency | null; hasFile: boolean },
): Promise<Sent | null> {
  if (!idempotency || !hasFile) return null;
  // A repeat gets the first answer even if the file no longer exists.
  const repeat = decideRepeat(await findKeptRequest(owner, idempotency.key), idempotency, now());
  return repeat && replay(repeat);
}

const idempotencyOf = ({ idempotency }: CallContext): Idempotency | null =>
  idempotency ? { key: idempotency.key, bodyHash: idempotency.bodyHash } : null;

/** The sending member; the operator is no member. */
export const senderOf = ({ member }: Pick<CallContext, 'member'>): string | undefined => member?.memberId ?? undefined;

/** `?action=send` (docs/reference/sends.md#request). */
export function makeAnswerSend(deps: AnswerSendDeps) {
  return async (input: SendInput, context: CallContext): Promise<SendOutput | Replayed<SendOutput>> => {
    const caller = callerOf(context);
    const idempotency = idempotencyOf(context);
    const hasFile = input.mediaUrl !== undefined;
    const repeat = await findRepeat(deps, caller.instanceId, { idempotency, hasFile });
    if (repeat) return toOutput(repeat);
    const prepared = await deps.prepare(input, { tenantId: caller.tenantId, key: caller.instanceId });
    const order: SendOrder = {
      tenantId: caller.tenantId,
      instanceId: caller.instanceId,
      origin: 'api',
      channel: input.channel,
      from: input.from ?? null,
      conversationId: null,
      commentId: null,
      idempotency,
      deadlineAt: context.deadlineAt,
    };
    return toOutput(await deps.sendMessage(order, prepared));
  };
}

/**
 * Sends a member's answer in a conversation: origin `dashboard`, the same rules, price and Idempotency-Key
 * (docs/reference/sends.md#request).
 */
export function makeAnswerFromDashboard(deps: AnswerSendDeps) {
  return async (
    { slug, id, ...given }: InputOf<typeof sendFromDashboard>,
    context: CallContext,
  ): Promise<OutputOf<typeof sendFromDashboard>> => {
    const tenantId = await deps.tenantOf(slug);
    const conversation = await deps.findConversation(tenantId, id);
    if (!conversation) throw new AppError('unknown_conversation');
    const { channel, peer } = conversation;
    const idempotency = idempotencyOf(context);
    const owner = ownerOfTenant(tenantId);
    const send = async (): Promise<Sent> => {
      const prepared = await deps.prepare({ channel, to: peer, ...given }, { tenantId, key: owner });
      const order: SendOrder = {
        tenantId,
        instanceId: null,
        origin: 'dashboard',
        channel,
        from: null,
        conversationId: id,
        commentId: null,
        idempotency,
        deadlineAt: context.deadlineAt,
        memberId: senderOf(context),
      };
      return deps.sendMessage(order, prepared);
    };
    const repeat = await findRepeat(deps, owner, {
      idempotency,
      hasFile: (given.mediaUrl ?? given.uploadId) !== undefined,
    });
    const { answer, conversationId } = repeat ?? (await send());
    if (!answer.ok) throw toError(answer);
    const { messageId, to } = answer.output;
    return { messageId, channel, to, conversationId: conversationId ?? id };
  };
}
