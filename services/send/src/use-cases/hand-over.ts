import type { SendOutcome } from '@parley/providers/send-outcome';
import { traced } from '@parley/runtime/tracing/tracing';
import type { SendingAccount } from '../domain/channel-sender.ts';
import type { PreparedSend } from '../domain/prepared-send.ts';
import type { Reserved } from '../domain/reservation.ts';
import type { SendOrder } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';

/** A reserved send that is ready for its provider. */
export interface ReadySend {
  order: SendOrder;
  prepared: PreparedSend;
  reserved: Reserved;
  /** Decrypted. */
  credentials: SendingAccount['credentials'];
}

/** Calls the provider; `attempt` decides how often and how long. Counts the outcome. */
export async function handOver(
  service: SendService,
  { order, prepared, reserved, credentials }: ReadySend,
  attempt: (call: (timeoutMs: number) => Promise<SendOutcome>) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const startedAt = Date.now();
  const { messageId, peer: to, threadId } = reserved;
  const { id, externalId } = reserved.account;
  const account = { id, tenantId: order.tenantId, externalId, credentials };
  const message = { ...prepared.message, to, file: prepared.file, threadId, commentId: order.commentId };
  const sender = service.senders[order.channel];
  const outcome = await traced({ name: `provider ${order.channel}`, kind: 'client' }, () =>
    attempt((timeoutMs) => sender.send(account, message, messageId, timeoutMs)),
  );
  service.metrics.count(order.channel, outcome, Date.now() - startedAt);
  return outcome;
}
