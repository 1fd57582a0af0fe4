import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listCannedReplies as contract } from '@parley/common/contracts/console/canned-replies';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { InboxService } from '../service.ts';
import { searchReplies, toReplyView } from './canned-reply.store.ts';

const REPLIES = defineCursor('canned-reply', { offset: 'int4' });

/** By title. Errors: invalid_cursor. */
export const listCannedReplies = verb(contract, async ({ database }: InboxService, { q, limit, cursor }, context) => {
  const offset = REPLIES.read(cursor)?.offset ?? 0;
  const found = await searchReplies(database, tenantIdOf(context), { q, offset, count: limit + 1 });
  const placed = found.map((reply, at) => ({ ...reply, offset: offset + at + 1 }));
  return REPLIES.pageOf(placed, limit, toReplyView, (reply) => ({ offset: reply.offset }));
});
