import { confirmSend } from '@parley/prisma/messaging/settle-late';
import { weighEchoes } from '../storage/echo-store.ts';
import { storePending } from '../storage/pending-store.ts';
import {
  type Addressed,
  type Applied,
  type ApplyContext,
  nothingApplied,
  type TouchedConversation,
} from './apply-context.ts';

type Echo = Addressed<'echo'>;

/** What became of echoes; `foreign` are those of messages that were sent elsewhere: they are to be stored. */
export interface AppliedEchoes extends Applied {
  foreign: Echo[];
  /** Conversations whose messages have got their time at the provider. */
  touched: TouchedConversation[];
}

/** Our own message id that the provider gave back (fb), or null where it is not one of ours. */
const callbackId = ({ item }: Echo): string | null =>
  item.callbackData !== null && /^[1-9]\d{0,17}$/.test(item.callbackData) ? item.callbackData : null;

/** Whether a send of ours may be behind it. */
const mayBeOurs = (echo: Echo): boolean => echo.item.mayBeOurs || callbackId(echo) !== null;

/**
 * Echoes of what an account sent. That of a send of ours is never told again, whether it comes before the send's own
 * answer or after it: it settles a send whose answer was lost, and waits for one that is still on its way.
 */
export async function applyEchoes(context: ApplyContext, echoes: readonly Echo[]): Promise<AppliedEchoes> {
  const doubtful = echoes.filter(mayBeOurs);
  const foreign = echoes.filter((echo) => !mayBeOurs(echo));
  const applied: AppliedEchoes = { ...nothingApplied(), foreign, touched: [] };
  const weighed = await weighEchoes(
    context.sql,
    doubtful.map((echo, ord) => ({
      ord,
      tenant_id: echo.account.tenantId,
      channel: echo.account.channel,
      channel_account_id: echo.account.id,
      provider_message_id: echo.item.providerMessageId,
      addresses: [echo.item.to.address, ...echo.item.to.aliases],
      callback_id: callbackId(echo),
      may_be_ours: echo.item.mayBeOurs,
      text: echo.item.text,
      has_files: echo.item.attachments.length > 0,
      happened_at: echo.item.at.toISOString(),
      now: context.now().toISOString(),
    })),
  );
  for (const { ord, outcome, message_id: messageId, conversation_id: conversationId } of weighed) {
    const echo = doubtful[ord];
    if (!echo) continue;
    const { account, item } = echo;
    const { providerMessageId } = item;
    if (outcome === 'foreign') foreign.push(echo);
    else if (outcome === 'held') {
      await storePending(context.sql, [{ accountId: account.id, providerMessageId, item, waitsFor: messageId }]);
      applied.stored++;
    } else if (outcome === 'confirms' && messageId !== null) {
      const fence = { messageId, providerMessageId, at: item.at, toldAt: context.now() };
      applied.instanceIds.push(...(await confirmSend(context.sql, fence)));
      applied.stored++;
    } else applied.repeated++;
    if (conversationId !== null) applied.touched.push({ account, conversationId });
  }
  return applied;
}
