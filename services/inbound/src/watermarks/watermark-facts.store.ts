import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import { findConversations, findOpenSends } from '../receipts/open-send.store.ts';
import { type Covered, type Marks, type OpenSend, placeNamed, type StoredMovable } from './apply-watermark.rules.ts';
import { findNamedMessages, lockMarks, lockMovableMessages } from './watermark.store.ts';

/** A watermark as the provider reports it. */
export interface ReportedWatermark {
  tenantId: number;
  channel: string;
  channelAccountId: number;
  peer: string;
  status: 'delivered' | 'read';
  until: Date | null;
  untilProviderId: string | null;
}

export interface WatermarkFacts {
  /** The covered range of each watermark. */
  covered: (Covered | null)[];
  marks: Map<number, Marks>;
  messages: StoredMovable[];
  open: OpenSend[];
}

/** The message id that each watermark names; null when it names none, or the message is not stored. */
async function findNamedIds(sql: Sql, watermarks: readonly ReportedWatermark[]): Promise<(string | null)[]> {
  const named = watermarks.flatMap(({ untilProviderId, channelAccountId }, index) =>
    untilProviderId === null ? [] : [{ index, channelAccountId, providerMessageId: untilProviderId }],
  );
  const ids = await findMessageIds(sql, named);
  const byIndex = new Map(named.map(({ index }, position) => [index, at(ids, position)]));
  return watermarks.map((_, index) => byIndex.get(index) ?? null);
}

/**
 * The range of each watermark: up to the message that it names, or up to a time in the conversation with its person.
 */
async function place(
  sql: Sql,
  watermarks: readonly ReportedWatermark[],
  namedIds: readonly (string | null)[],
): Promise<(Covered | null)[]> {
  const messages = await findNamedMessages(
    sql,
    namedIds.flatMap((id) => id ?? []),
  );
  const byMoment = watermarks.filter(({ untilProviderId }) => untilProviderId === null);
  const found = await findConversations(
    sql,
    byMoment.map((watermark) => ({ ...watermark, addresses: [watermark.peer] })),
  );
  const conversations = new Map(byMoment.map((watermark, index) => [watermark, at(found, index)]));
  return watermarks.map((watermark, index) =>
    watermark.untilProviderId === null
      ? { conversationId: conversations.get(watermark) ?? null, until: watermark.until }
      : placeNamed(messages.get(at(namedIds, index) ?? '')),
  );
}

/** The conversations of watermarks, each once, and whether their delivered mark may move. */
function lockedConversations(watermarks: readonly ReportedWatermark[], covered: readonly (Covered | null)[]) {
  const locked = new Map<number, boolean>();
  for (const [index, { status, untilProviderId }] of watermarks.entries()) {
    const id = at(covered, index)?.conversationId ?? null;
    if (id === null) continue;
    locked.set(id, locked.get(id) === true || status === 'read' || untilProviderId !== null);
  }
  return [...locked].map(([conversationId, withDelivered]) => ({ conversationId, withDelivered }));
}

/**
 * Locks and loads the rows of watermarks: the conversations first, then their messages, each in the order of their ids,
 * as everywhere. Open sends are queried before settled ones: in this order one of the two queries sees a send that is
 * settled concurrently.
 */
export async function loadWatermarkFacts(sql: Sql, watermarks: readonly ReportedWatermark[]): Promise<WatermarkFacts> {
  const namedIds = await findNamedIds(sql, watermarks);
  const placed = await place(sql, watermarks, namedIds);
  const conversations = lockedConversations(watermarks, placed);
  const marks = await lockMarks(
    sql,
    conversations.map(({ conversationId }) => conversationId),
  );
  const open = await findOpenSends(
    sql,
    watermarks.flatMap(({ channelAccountId }, index) => {
      const covers = at(placed, index);
      return covers ? [{ channelAccountId, conversationId: covers.conversationId }] : [];
    }),
  );
  const messages = await lockMovableMessages(sql, conversations);
  // An echo may have set the provider time of a named message while this transaction waited for its row lock.
  const timed = await findNamedMessages(
    sql,
    namedIds.flatMap((id, index) => (id !== null && at(placed, index) ? [id] : [])),
  );
  const covered = placed.map((covers, index) => {
    const until = timed.get(at(namedIds, index) ?? '')?.sentAt;
    return covers && until ? { ...covers, until } : covers;
  });
  return { covered, marks, messages, open };
}
