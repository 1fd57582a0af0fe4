import type { Carrier } from '@parley/bus/carriers/carrier';
import { status } from '@parley/common/contracts/account/status';
import { channels } from '@parley/common/contracts/channels/channels';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { comments } from '@parley/common/contracts/comments/comments';
import { message } from '@parley/common/contracts/messages/message';
import { send } from '@parley/common/contracts/messages/send';
import { listTenantChannels } from '@parley/common/contracts/operator/tenant-channels';
import { AppError } from '@parley/common/errors';
import { answerAudit } from './answer-audit.ts';
import { answerContract, metaOf } from './open-gateway.ts';

/** Services with minimal valid answers; `seen` collects their inputs. */
export function answerServices(carrier: Carrier): { seen: { name: string; input: unknown; context: unknown }[] } {
  answerAudit(carrier);
  answerContract(carrier, listTenantChannels, async () => ({ items: [], nextCursor: null }));
  const seen: { name: string; input: unknown; context: unknown }[] = [];
  answerContract(carrier, status, async (input, context) => {
    seen.push({ name: 'status', input, context });
    const { instanceId, channels: allowed } = context.caller ?? { instanceId: '', channels: [] };
    return { ok: true as const, instanceId, channels: allowed, balance: 10 };
  });
  answerContract(carrier, send, async (input, context) => {
    seen.push({ name: 'send', input, context });
    if (input.to === 'nobody') throw new AppError('not_connected');
    const answer = { ok: true as const, messageId: '7', channel: input.channel, to: input.to };
    if (input.to === 'again') metaOf.set(answer, { replayed: true });
    return answer;
  });
  answerContract(carrier, channels, async () => ({ ok: true as const, channels: [], counts: { wa: 0, tg: 0 } }));
  answerContract(carrier, disconnectChannel, async ({ channel }) => ({
    ok: true as const,
    channel,
    status: 'disconnected' as const,
    alsoDisconnected: [],
  }));
  answerContract(carrier, comments, async (input, context) => {
    seen.push({ name: 'comments', input, context });
    return { ok: true as const, count: 0, comments: [], nextCursor: null };
  });
  answerContract(carrier, message, async () => {
    throw new AppError('unknown_message');
  });
  return { seen };
}
