import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import { findConversations, findOpenSends } from '../receipts/open-send.store.ts';
import type { OwnSend } from '../receipts/own-send.rules.ts';
import { findNamedSends, findSendsWithFile } from './echo.store.ts';
import { type Echo, type EchoFacts, mayFollowFile, type SendFacts, TEXT_AMONG_LATEST } from './match-echoes.rules.ts';

/** An echo, and the account that knows its person. */
export interface PlacedEcho extends Echo {
  tenantId: number;
  channel: string;
}

/** The message that each echo names, in the same order. */
async function loadNamed(sql: Sql, echoes: readonly Echo[]): Promise<(OwnSend | null)[]> {
  const named = await findNamedSends(
    sql,
    echoes.flatMap(({ channelAccountId, callbackId }) =>
      callbackId === null ? [] : [{ channelAccountId, messageId: callbackId }],
    ),
  );
  return echoes.map(({ channelAccountId, callbackId }) => {
    const send = callbackId === null ? undefined : named.get(callbackId);
    return send?.channelAccountId === channelAccountId ? send : null;
  });
}

/**
 * Loads the facts about echoes. Open sends are queried before known ids: in this order one of the two queries sees a send that
 * is settled concurrently.
 */
export async function loadEchoFacts<E extends PlacedEcho>(
  sql: Sql,
  echoes: readonly E[],
): Promise<{ echoes: (E & EchoFacts)[]; sends: SendFacts }> {
  const named = await loadNamed(sql, echoes);
  const placed = echoes.map((echo, index) => ({ ...echo, named: at(named, index) }));
  const unnamed = placed.filter((echo) => echo.mayBeOurs && echo.named === null);
  const found = await findConversations(sql, unnamed);
  const conversations = new Map(unnamed.map((echo, index) => [echo, at(found, index)]));
  const open = await findOpenSends(
    sql,
    unnamed.map((echo) => ({ ...echo, conversationId: conversations.get(echo) ?? null })),
  );

  const known = await findMessageIds(sql, echoes);
  const facts = placed.map((echo, index) => ({
    ...echo,
    conversationId: conversations.get(echo) ?? null,
    knownMessageId: at(known, index),
  }));
  const texts = facts.filter((echo) => echo.knownMessageId === null && mayFollowFile(echo));
  const withFile = await findSendsWithFile(
    sql,
    texts.flatMap(({ conversationId }) => conversationId ?? []),
    TEXT_AMONG_LATEST,
  );
  return { echoes: facts, sends: { open, withFile } };
}
