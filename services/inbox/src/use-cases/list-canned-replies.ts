import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listCannedReplies as contract } from '@parley/common/contracts/console/canned-replies';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import { soughtWords, toReplyView } from '../domain/canned-reply.ts';
import type { InboxService } from '../service.ts';
import { searchReplies } from '../storage/canned-reply-store.ts';

const REPLIES = defineCursor('canned-reply', { offset: 'int4' });

/** By title. Errors: invalid_cursor. */
export async function listCannedReplies(
  { database }: InboxService,
  { q, limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const offset = REPLIES.read(cursor)?.offset ?? 0;
  const words = soughtWords(q);
  const found = await searchReplies(database, tenantIdOf(context), { words, offset, count: limit + 1 });
  const placed = found.map((reply, at) => ({ ...reply, offset: offset + at + 1 }));
  return REPLIES.pageOf(placed, limit, toReplyView, (reply) => ({ offset: reply.offset }));
}
