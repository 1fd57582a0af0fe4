import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, eventsOf, IGSID, MEDIA, openPage, PAGE, POST, PSID } from './open-page.ts';
import { fixture, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  box = await openPage();
});
afterEach(() => box.close());

const listed = async (query = '') => (await box.call('GET', `/sandbox/comments?${query}`)).body.comments;
const privately = (commentId: string, text = 'in private') =>
  box.page('POST', `/${PAGE}/messages`, { recipient: { comment_id: commentId }, message: { text } });

describe('comments on Facebook', () => {
  it('are reported with the documented members: new ones, replies, edits, removals', async () => {
    const { body } = await box.comment('fb', { text: 'How much is it?', name: 'Jane Roe' });
    expect(shapeOf(box.hooks[0]?.body)).toEqual(shapeOf(fixture('fb/webhook-doc-feed-comment-modern')));
    const reply = await box.comment('fb', { text: 'same question', parent_id: body.comment_id });
    await box.call('PUT', `/sandbox/comments/${body.comment_id}`, { text: 'How much?' });
    await box.call('DELETE', `/sandbox/comments/${body.comment_id}`);
    const [added, replied, edited, removed] = changesOf(box).map(({ value }) => value);
    expect(added).toMatchObject({ item: 'comment', verb: 'add', post_id: POST, parent_id: POST });
    expect(replied).toMatchObject({ verb: 'add', comment_id: reply.body.comment_id, parent_id: body.comment_id });
    expect(edited).toMatchObject({ verb: 'edited', message: 'How much?', created_time: added?.created_time });
    expect(removed).toMatchObject({ verb: 'remove', comment_id: body.comment_id });
    expect(removed).not.toHaveProperty('message');
  });

  it('may hide their writer, and may be hidden', async () => {
    const { body } = await box.comment('fb', { text: 'psst', anonymous: true });
    await box.call('PUT', `/sandbox/comments/${body.comment_id}`, { hidden: true });
    const [added, hidden] = changesOf(box).map(({ value }) => value);
    expect(added).not.toHaveProperty('from');
    expect(hidden).toMatchObject({ verb: 'hide' });
  });

  it('are answered below the top-level comment, and the answer is reported as the page’s own', async () => {
    const { body } = await box.comment('fb', { text: 'How much is it?' });
    const reply = await box.comment('fb', { text: 'same', parent_id: body.comment_id });
    const answer = await box.page('POST', `/${reply.body.comment_id}/comments`, { message: 'our own reply' });
    expect(shapeOf(answer.body)).toEqual(shapeOf(fixture('fb/api-comment-reply-created')));
    await until(() => box.hooks.length === 3);
    expect(changesOf(box)[2]?.value).toMatchObject({
      comment_id: answer.body.id,
      from: { id: PAGE },
      parent_id: body.comment_id,
      message: 'our own reply',
    });
    expect(await listed('own=true')).toMatchObject([{ id: answer.body.id, by_app: true, is_own: true }]);
  });

  it('are returned singly and as lists, with the requested fields', async () => {
    const { body } = await box.comment('fb', { text: 'first', name: 'Jane Roe' });
    await box.comment('fb', { text: 'a reply', parent_id: body.comment_id });
    await box.comment('fb', { text: 'second' });
    const id = body.comment_id;
    const one = await box.page('GET', `/${id}?fields=id,message,from{id,name},created_time,parent{id},object{id}`);
    expect(one.body).toMatchObject({
      id,
      message: 'first',
      from: { id: PSID, name: 'Jane Roe' },
      object: { id: POST },
    });
    expect(one.body.created_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    const page = await box.page('GET', `/${POST}/comments?limit=1&fields=message`);
    expect(page.body.data).toMatchObject([{ message: 'first' }]);
    const next = await box.call('GET', page.body.paging.next.replace(box.sandbox.url, ''), undefined, {
      authorization: 'Bearer sandbox-page-token',
    });
    expect(next.body.data).toMatchObject([{ message: 'second' }]);
    const stream = await box.page('GET', `/${POST}/comments?filter=stream`);
    expect(stream.body.data).toHaveLength(3);
    expect((await box.page('GET', `/${id}/comments`)).body.data).toMatchObject([{ message: 'a reply' }]);
    expect((await box.page('GET', `/${id}?fields=shoe_size`)).body.error.code).toBe(100);
  });

  it('are found by the part after the last underscore, and not after their removal', async () => {
    const { body } = await box.comment('fb', { text: 'first' });
    const own = body.comment_id.slice(body.comment_id.lastIndexOf('_') + 1);
    expect((await box.page('GET', `/999_${own}`)).body.id).toBe(body.comment_id);
    expect((await box.page('DELETE', `/${body.comment_id}`)).body).toEqual({ success: true });
    const gone = await box.page('GET', `/${body.comment_id}`);
    expect(gone.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await box.page('POST', `/${body.comment_id}/comments`, { message: 'x' })).body.error.code).toBe(100);
  });
});

describe('private replies', () => {
  it('reach the writer once, under the id for messages', async () => {
    const { body } = await box.comment('fb', { text: 'price?', psid: '777' });
    const first = await privately(body.comment_id);
    expect(first.body).toMatchObject({ recipient_id: '777', message_id: expect.stringMatching(/^m_/) });
    const second = await privately(body.comment_id);
    expect(second.body.error).toMatchObject({ code: 10900, message: '(#10900) Activity already replied to' });
    const { sends } = (await box.call('GET', '/sandbox/sent?channel=fb')).body;
    expect(sends).toMatchObject([{ to: '777', body: { recipient: { comment_id: body.comment_id } } }]);
    expect(await listed()).toMatchObject([{ private_reply_message_id: first.body.message_id }]);
    await until(() => eventsOf(box).length === 1);
    expect(eventsOf(box)[0]).toMatchObject({ recipient: { id: '777' }, message: { is_echo: true } });
  });

  it('open no window: the next message requires the person to write first', async () => {
    const { body } = await box.comment('ig', { text: 'price?' });
    expect((await privately(body.comment_id)).body.recipient_id).toBe(IGSID);
    expect((await box.send(IGSID, { text: 'more' })).body.error.error_subcode).toBe(2534022);
    expect((await privately(body.comment_id)).body.error).toMatchObject({ code: 10900, error_subcode: 2534025 });
  });

  it('are refused after 7 days, to the page itself and for unknown comments', async () => {
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const old = await box.comment('fb', { text: 'price?', at: eightDaysAgo });
    expect((await privately(old.body.comment_id)).body.error.code).toBe(10903);
    const own = await box.call('POST', `/sandbox/accounts/fb/${PAGE}/comments`, { text: 'by hand' });
    expect((await privately(own.body.comment_id)).body.error.code).toBe(10902);
    expect((await privately('1_2')).body.error.code).toBe(100);
  });
});

describe('comments on Instagram', () => {
  it('are reported without verb or time, in both forms of entry; later changes are not reported', async () => {
    const { body } = await box.comment('ig', { text: 'How much?', username: 'jane' });
    expect(shapeOf(box.hooks[0]?.body)).toEqual(shapeOf(fixture('ig/webhook-doc-comment-changes')));
    await box.comment('ig', { text: 'How much?', username: 'jane', form: 'entry' });
    expect(shapeOf(box.hooks[1]?.body)).toEqual(shapeOf(fixture('ig/webhook-doc-comment-entry-level')));
    await box.comment('ig', { text: 'same', username: 'jane', parent_id: body.comment_id });
    expect(shapeOf(box.hooks[2]?.body)).toEqual(shapeOf(fixture('ig/webhook-doc-comment-reply')));
    const edited = await box.call('PUT', `/sandbox/comments/${body.comment_id}`, { text: 'x' });
    const removed = await box.call('DELETE', `/sandbox/comments/${body.comment_id}`);
    expect([edited.body.callbacks, removed.body.callbacks]).toEqual([[null], [null]]);
  });

  it.each([
    ['ad', 'AD', 'comments'],
    ['live-comment', 'LIVE', 'live_comments'],
  ])('are reported for %s like Meta’s', async (name, productType, field) => {
    await box.comment('ig', { text: 'How much?', username: 'jane', product_type: productType });
    const file = name === 'ad' ? 'comment-ad' : name;
    expect(shapeOf(box.hooks[0]?.body)).toEqual(shapeOf(fixture(`ig/webhook-doc-${file}`)));
    expect(changesOf(box)[0]?.field).toBe(field);
  });

  it('are answered by replies, and the answer is reported as the account’s own', async () => {
    const { body } = await box.comment('ig', { text: 'How much?' });
    const answer = await box.page('POST', `/${body.comment_id}/replies?message=12%20euros`);
    expect(shapeOf(answer.body)).toEqual(shapeOf(fixture('ig/api-comment-reply-ok')));
    const hook = await until(() => box.hooks[1]);
    const own = fixture('ig/webhook-doc-comment-own');
    own.entry[0].changes[0].value.parent_id = 'x';
    expect(shapeOf(hook.body)).toEqual(shapeOf(own));
    const tooLong = await box.page('POST', `/${body.comment_id}/replies`, { message: 'x'.repeat(301) });
    expect(tooLong.body.error.code).toBe(100);
    const wrongEdge = await box.page('POST', `/${body.comment_id}/comments`, { message: 'x' });
    expect(wrongEdge.body.error.error_subcode).toBe(33);
  });

  it('are returned singly, and newest first as a list, with their replies', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const { body } = await box.comment('ig', { text: 'first', username: 'jane', at: at(1) });
    await box.comment('ig', { text: 'second', at: at(2) });
    await box.page('POST', `/${body.comment_id}/replies`, { message: 'answer' });
    const fields = 'id,text,timestamp,username,from,media,parent_id,hidden,like_count,replies{id,text}';
    const one = await box.page('GET', `/${body.comment_id}?fields=${fields}`);
    expect(one.body).toMatchObject({
      text: 'first',
      username: 'jane',
      timestamp: '2026-01-01T00:01:00+0000',
      media: { id: MEDIA },
      replies: { data: [{ text: 'answer' }] },
    });
    const list = await box.page('GET', `/${MEDIA}/comments?fields=text`);
    expect(list.body.data.map((comment: { text: string }) => comment.text)).toEqual(['second', 'first']);
    expect((await box.page('GET', `/${body.comment_id}/replies`)).body.data).toMatchObject([{ text: 'answer' }]);
  });

  it('store a reply although a fault replaces its answer', async () => {
    const { body } = await box.comment('ig', { text: 'How much?' });
    await box.call('POST', '/sandbox/faults', {
      provider: 'ig',
      mode: 'error',
      code: 10900,
      match: { path: '/replies' },
      after_accept: true,
    });
    const answer = await box.page('POST', `/${body.comment_id}/replies`, { message: '12 euros' });
    expect(answer.body.error.code).toBe(10900);
    expect(await listed('own=true')).toHaveLength(1);
  });
});
