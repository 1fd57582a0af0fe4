import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import { messageStatus } from '../domain/build-events.ts';
import type { HeldAccount } from '../domain/held-account.ts';
import { storePending } from '../storage/pending-store.ts';
import { type StoredWatermarkRow, storeWatermarks } from '../storage/watermark-store.ts';
import type { Addressed, Applied, ApplyContext, TouchedConversation } from './apply-context.ts';

type Watermark = Addressed<'watermark'>;

function toEvents(rows: readonly StoredWatermarkRow[], accountOf: (ord: number) => HeldAccount | undefined, at: Date) {
  return rows.flatMap((row) => {
    const account = accountOf(row.ord);
    if (row.outcome !== 'moved' || !account || row.status === null) return [];
    const message = {
      messageId: String(row.message_id),
      conversationId: Number(row.conversation_id),
      peer: String(row.peer),
      providerMessageId: String(row.provider_message_id),
    };
    return [toOutboxRow(messageStatus(account, { status: row.status, at: row.at, error: null }, message, at))];
  });
}

/** What waits: for the message that it names, or for a send that it may cover and that is not settled yet. */
const waitingOf = (watermarks: readonly Watermark[], rows: readonly StoredWatermarkRow[]) =>
  rows.flatMap(({ ord, outcome, message_id: waitsFor }) => {
    const watermark = watermarks[ord];
    if (!watermark || (outcome !== 'open' && outcome !== 'absent')) return [];
    const { account, item } = watermark;
    return [{ accountId: account.id, providerMessageId: item.untilProviderId ?? '', item, waitsFor }];
  });

/**
 * Receipts for everything up to a moment (fb) or a message (ig): each message that they cover moves forward and is told
 * once; a skipped step is not invented (contract §6).
 */
export async function applyWatermarks(context: ApplyContext, watermarks: readonly Watermark[]): Promise<Applied> {
  const rows = await storeWatermarks(
    context.sql,
    watermarks.map(({ account, item }, ord) => ({
      ord,
      tenant_id: account.tenantId,
      channel: account.channel,
      channel_account_id: account.id,
      conversation_id: null,
      peer: item.peer,
      status: item.status,
      until: item.until?.toISOString() ?? null,
      until_provider_id: item.untilProviderId,
      happened_at: item.at.toISOString(),
    })),
  );
  const waiting = waitingOf(watermarks, rows);
  await storePending(context.sql, waiting);
  const events = toEvents(rows, (ord) => watermarks[ord]?.account, context.now());
  const changed = new Set(rows.filter(({ outcome }) => outcome !== 'applied').map(({ ord }) => ord)).size;
  return { stored: changed, repeated: watermarks.length - changed, events, instanceIds: [] };
}

/** The watermarks that conversations keep, applied to messages that came, or got their time at the provider, after them. */
export async function applyKeptWatermarks(
  context: ApplyContext,
  touched: readonly TouchedConversation[],
): Promise<Applied> {
  const rows = await storeWatermarks(
    context.sql,
    touched.map(({ account, conversationId }, ord) => ({
      ord,
      tenant_id: account.tenantId,
      channel: account.channel,
      channel_account_id: account.id,
      conversation_id: conversationId,
      peer: null,
      status: null,
      until: null,
      until_provider_id: null,
      happened_at: context.now().toISOString(),
    })),
  );
  const events = toEvents(rows, (ord) => touched[ord]?.account, context.now());
  return { stored: 0, repeated: 0, events, instanceIds: [] };
}
