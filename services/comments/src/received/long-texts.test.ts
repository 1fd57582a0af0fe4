import type { MemberCaller } from '@parley/common/call-context';
import { comments } from '@parley/common/contracts/comments/comments';
import { listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

// Strangers choose the length of their comments: lists of them must still fit the bus, whose maximum is 8 MB.
const LONGEST = '字'.repeat(65_536);
const COUNT = 45;

let service: OpenComments;
let tenant: TestTenant;
let question: CommentChange;
let answers: CommentChange[];

beforeAll(async () => {
  service = await openComments();
  tenant = await service.makeTenant();
  const account = await service.connect(tenant, 'fb');
  question = commentOn(account, { from: { id: '700001', name: 'Ann' } });
  answers = Array.from({ length: COUNT }, () =>
    commentOn(account, { from: { id: '700002', name: 'Bob' }, text: LONGEST, parentId: question.commentId }),
  );
  await service.store(question);
  for (const answer of answers) await service.store(answer);
});
afterAll(() => service[Symbol.asyncDispose]());

interface Listed {
  comments: { commentId: string }[];
  nextCursor: string | null;
}

/** All pages of a list. */
async function pagesOf(read: (cursor?: string) => Promise<Listed>): Promise<Listed[]> {
  const pages = [await read()];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await read(next));
  return pages;
}

const newestFirst = (): string[] => answers.map(({ commentId }) => commentId).toReversed();
/** The answers on these pages, each once: every page of a thread repeats the newest answers to its comments. */
const answersOn = (...pages: Listed[]): string[] => [
  ...new Set(
    pages.flatMap((page) => page.comments.map(({ commentId }) => commentId)).filter((id) => id !== question.commentId),
  ),
];

/** The thread of the author of this comment. */
async function readThread({ commentId }: CommentChange): Promise<(cursor?: string) => Promise<Listed>> {
  const rows = await service.rows<{ id: number }>('SELECT conversation_id AS id FROM comments WHERE comment_id = $1', [
    commentId,
  ]);
  const member: MemberCaller = {
    sessionId: 'ses_0000000000',
    roles: ['agent'],
    memberId: 'mem_0000000000',
    tenantId: tenant.caller.tenantId,
    tenantSlug: tenant.caller.tenantSlug,
  };
  const input = { id: rows[0]?.id ?? 0, limit: 50 };
  return (cursor) =>
    service.bus.call(
      listCommentThread,
      { ...input, ...(cursor === undefined ? {} : { cursor }) },
      { requestId: 'req_test', member },
    );
}

test('a list of the longest comments continues by cursor until all were listed', async () => {
  const pages = await pagesOf(
    async (cursor) =>
      (await service.act(tenant, comments, { platform: 'fb', limit: 100, ...(cursor === undefined ? {} : { cursor }) }))
        .output,
  );
  expect(pages.length).toBeGreaterThan(1);
  expect(answersOn(...pages).toSorted()).toEqual(newestFirst().toSorted());
});

test('the thread of their author does too, with the answered comments on each page', async () => {
  const pages = await pagesOf(await readThread(answers[0] as CommentChange));
  expect(pages.length).toBeGreaterThan(1);
  expect(answersOn(...pages)).toEqual(newestFirst());
  for (const page of pages) expect(page.comments.map(({ commentId }) => commentId)).toContain(question.commentId);
});

test('the thread of the person who was answered contains the newest of them', async () => {
  const ids = answersOn(await (await readThread(question))());
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual(newestFirst().slice(0, ids.length));
});
