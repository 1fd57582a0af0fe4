import { at } from '@parley/common/at';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { advanceMarks, applyMarks, decideWatermarks, moveEvent, moveStep } from './watermark.rules.ts';
import { loadWatermarkFacts, lockCoveredMessages, storeMarks, storeMoves } from './watermark.store.ts';

/**
 * Receipts for everything up to a time (fb) or a message (ig): each covered message moves forward and causes one event;
 * skipped steps are not invented (docs/reference/events.md#messagestatus). A watermark that may cover an unsettled send
 * waits for that send, one that names a message that is not stored waits for that message.
 */
export const watermarks = defineKind('watermark', {
  address: ({ account, item: { peer, status, until, untilProviderId } }) => ({
    tenantId: account.tenantId,
    channel: account.channel,
    channelAccountId: account.id,
    peer,
    status,
    until,
    untilProviderId,
  }),
  load: ({ sql }, reported) => loadWatermarkFacts(sql, reported),
  decide(given, { covered, marks, ...facts }, { now }) {
    const placed = given.map(({ account, item: { status, at: happenedAt } }, index) => ({
      status,
      channelAccountId: account.id,
      covers: at(covered, index),
      at: happenedAt,
    }));
    const results = decideWatermarks(placed, facts);
    const receivedAt = now();
    const stored = results.filter(({ moves, waits }) => waits || moves.length > 0).length;
    return {
      marks: [...advanceMarks(marks, placed)].map(([id, reached]) => ({ id, ...reached })),
      moves: results.flatMap(({ moves }) => moves.map(moveStep)),
      events: given.flatMap(({ account }, index) =>
        at(results, index).moves.map((move) => moveEvent(account, move, receivedAt)),
      ),
      waiting: given.flatMap(({ account, item }, index) => {
        const { waits, waitsFor } = at(results, index);
        return waits ? [{ accountId: account.id, providerMessageId: item.untilProviderId ?? '', item, waitsFor }] : [];
      }),
      stored,
      repeated: given.length - stored,
    };
  },
  async write({ sql }, { marks, moves, waiting, ...results }) {
    await storeMarks(sql, marks);
    await storeMoves(sql, moves);
    await storePending(sql, waiting);
    return { ...nothingApplied(), ...results };
  },
});

/** The stored watermarks of conversations with messages that arrived, or got their provider time, after them. */
export const touchedConversations = defineKind('touched', {
  address: ({ conversationId }) => conversationId,
  load: ({ sql }, conversationIds) => lockCoveredMessages(sql, conversationIds),
  decide(touched, messages, { now }) {
    const accounts = new Map<number, ConnectedAccount>(touched.map((one) => [one.conversationId, one.account]));
    const moves = applyMarks(messages);
    const receivedAt = now();
    const events = moves.flatMap((move) => {
      const account = accounts.get(move.message.conversationId);
      return account ? [moveEvent(account, move, receivedAt)] : [];
    });
    return { moves: moves.map(moveStep), events };
  },
  async write({ sql }, { moves, events }) {
    await storeMoves(sql, moves);
    return { ...nothingApplied(), events };
  },
});
