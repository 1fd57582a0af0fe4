import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, shapeOf } from './open-sandbox.ts';
import { OPEN_ID, openTiktok, PERSON, VIDEO } from './open-tiktok.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openTiktok>>;
beforeEach(async () => {
  box = await openTiktok();
});
afterEach(() => box.close());

const list = async (query: Record<string, string> = {}) =>
  (await box.get('/business/comment/list/', { video_id: VIDEO, ...query })).body;
const replies = async (commentId: string, query: Record<string, string> = {}) =>
  (await box.get('/business/comment/reply/list/', { video_id: VIDEO, comment_id: commentId, ...query })).body;
const reply = async (given: Record<string, unknown>) =>
  (await box.post('/business/comment/reply/create/', { video_id: VIDEO, text: '120 EUR', ...given })).body;
const ids = (body: { data: { comments: { comment_id: string }[] } }) =>
  body.data.comments.map(({ comment_id: id }) => id);

describe('comments of the emulated TikTok', () => {
  it('are listed newest first in the documented shape, with their replies on request', async () => {
    const { comment_id: first } = await box.act('comments', { text: 'How much?', at: '2026-09-19T10:00:00Z' });
    const { comment_id: second } = await box.act('comments', { at: '2026-09-19T11:00:00Z' });
    await reply({ comment_id: second });
    const body = await list({ include_replies: 'true' });
    expect(ids(body)).toEqual([second, first]);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-comment-list')));
    expect(body.data.comments[1]).toMatchObject({ text: 'How much?', unique_identifier: PERSON, owner: false });
    expect(ids(await list({ sort_order: 'asc' }))).toEqual([first, second]);
    expect(ids(await list({ comment_ids: JSON.stringify([first]) }))).toEqual([first]);
  });

  it('are listed page by page', async () => {
    for (let hour = 10; hour < 15; hour++) await box.act('comments', { at: `2026-09-19T${hour}:00:00Z` });
    const found: string[] = [];
    let cursor = '0';
    for (let page = 0; page < 3; page++) {
      const { data } = await list({ max_count: '2', cursor });
      found.push(...data.comments.map((comment: { comment_id: string }) => comment.comment_id));
      expect(data.has_more).toBe(page < 2);
      cursor = String(data.cursor);
    }
    expect(new Set(found).size).toBe(5);
  });

  it('are answered by a comment of the account', async () => {
    const { comment_id: id } = await box.act('comments');
    const body = await reply({ comment_id: id });
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-comment-reply-create')));
    expect(body.data).toMatchObject({ owner: true, parent_comment_id: id, text: '120 EUR', username: 'parley_demo' });
    const below = await replies(id);
    expect(shapeOf(below)).toEqual(shapeOf(fixture('tt/api-comment-reply-list')));
    expect(ids(below)).toEqual([body.data.comment_id]);
    const { sends } = (await box.control('GET', `/sent?channel=tt&to=${id}`)).body;
    expect(sends).toMatchObject([{ method: 'comment_reply', to: id, provider_message_id: body.data.comment_id }]);
  });

  it('cannot be answered if they are unknown, nor with more than 150 characters', async () => {
    const { comment_id: id } = await box.act('comments');
    expect({ ...(await reply({ comment_id: '1' })), request_id: 0 }).toEqual({
      ...fixture('tt/api-error-40007'),
      request_id: 0,
    });
    expect((await reply({ comment_id: id, video_id: '7300000000000000001' })).code).toBe(40007);
    expect((await reply({ comment_id: id, text: 'x'.repeat(151) })).message).toBe('Param text is invalid.');
    expect((await replies(id)).data.comments).toEqual([]);
  });

  it('are listed only for status ALL if hidden, and never if deleted', async () => {
    const { comment_id: id } = await box.act('comments');
    await box.control('PUT', `/comments/tt/${id}`, { hidden: true });
    expect(ids(await list())).toEqual([]);
    expect((await list({ status: 'ALL' })).data.comments).toMatchObject([{ comment_id: id, status: 'HIDDEN' }]);
    await box.control('DELETE', `/comments/tt/${id}`);
    expect(ids(await list({ status: 'ALL' }))).toEqual([]);
  });

  it('cause no webhook unless requested, and then one in the documented shape, with numbers as ids', async () => {
    const { comment_id: silent } = await box.act('comments');
    expect(silent).toMatch(/^73103/);
    const { comment_id: id } = await box.act('comments', { webhook: true, text: '"comment_id":"12"' });
    await box.act('comments', { webhook: true, parent_id: id });
    await box.control('PUT', `/comments/tt/${id}`, { hidden: true, webhook: true });
    await box.control('DELETE', `/comments/tt/${id}?webhook=true`);
    expect(box.contents().map((content) => shapeOf(content))).toEqual(
      ['insert', 'reply-insert', 'hidden', 'delete'].map((name) =>
        shapeOf(
          JSON.parse(fixture(`tt/webhook-comment-${name}`).content.replace(/"(\w+_id)":(\d{16,})/g, '"$1":"$2"')),
        ),
      ),
    );
    expect(box.contents()[0]).toMatchObject({ comment_id: id, video_id: VIDEO, text: '"comment_id":"12"' });
    expect(String(box.hooks[0]?.body.content)).toContain(`"comment_id":${id},`);
  });

  it('cause webhooks automatically if the app receives them, including the account’s own', async () => {
    await box.control('PUT', '/settings/tt', { comment_webhooks: true });
    const { comment_id: id } = await box.act('comments');
    await reply({ comment_id: id });
    await box.control('POST', `/accounts/tt/${OPEN_ID}/comments`, { text: 'by hand' });
    await until(() => box.hooks.length === 3);
    expect(box.contents().map((content) => content.unique_identifier)).toEqual([PERSON, OPEN_ID, OPEN_ID]);
  });
});
