import { ApiError, ConnectionError, type Retry, TimeoutError } from '@parley/sdk';
import { expect, test } from 'vitest';
import { answerJson, KEY, STATUS, serve } from './serve.ts';

const SEND = { channel: 'wd', to: '16505551234', message: 'x' } as const;

test('an attempt that hangs is repeated with the same idempotency key', async () => {
  const { client, requests } = await serve(
    (response, _, before) => void (before > 0 && answerJson(response, 200, { ok: true, message_id: '1' })),
    { attemptTimeoutMs: 100 },
  );
  expect(await client.messages.send(SEND)).toMatchObject({ message_id: '1' });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  // On a busy machine an answer can come after its attempt.
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
});

test('a body that hangs is repeated as well', async () => {
  const { client, requests } = await serve(
    (response, _, before) => {
      if (before > 0) return answerJson(response, 200, STATUS);
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    },
    { attemptTimeoutMs: 100 },
  );
  expect(await client.account.status()).toEqual(STATUS);
  expect(requests.length).toBeGreaterThanOrEqual(2);
});

test('an attempt that may not be repeated has the time of the whole call', async () => {
  const { client, requests } = await serve(() => {}, { attemptTimeoutMs: 20, timeoutMs: 300 });
  const sent = client.messages.send(SEND, { idempotencyKey: null });
  await expect(sent).rejects.toThrow(new TimeoutError('send got no answer in 300 ms.'));
  expect(requests.length).toBeLessThanOrEqual(1);
});

test('the last attempt that hangs ends with a timeout', async () => {
  const { client, requests } = await serve(() => {}, { attemptTimeoutMs: 20, timeoutMs: 1500, maxRetries: 1 });
  await expect(client.account.status()).rejects.toBeInstanceOf(TimeoutError);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('the hook reports a retry before its wait, with the reason and the time', async () => {
  const retries: Retry[] = [];
  const refusal = { ok: false, error: 'rate_limited', message: 'Too many calls.', request_id: 'req_7', retry_after: 0 };
  const { client } = await serve(
    (response, request, before) => {
      if (before === 0) answerJson(response, 429, refusal);
      else if (before === 1) request.socket.destroy();
      else answerJson(response, 200, STATUS);
    },
    { onRetry: (retry) => retries.push(retry) },
  );
  await client.account.status();
  expect(retries).toMatchObject([
    { action: 'status', attempt: 2, waitMs: 0, error: expect.any(ApiError) },
    { action: 'status', attempt: 3, waitMs: expect.any(Number), error: expect.any(ConnectionError) },
  ]);
  expect(retries[0]?.message).toBe(
    'status waits 0.0 s before attempt 2: Too many calls. (rate_limited, HTTP 429, req_7)',
  );
});

test('the message of an error has the code, the request and the page of the error, never the key', async () => {
  const body = { ok: false, error: 'missing_to', message: 'to is required.', request_id: 'req_1' };
  const docUrl = 'https://parley.test/docs/errors/#missing';
  const { client } = await serve((response, _, before) => {
    if (before < 2) answerJson(response, 400, before === 0 ? body : { ...body, doc_url: docUrl });
    else response.writeHead(502, { 'x-request-id': 'req_2' }).end('<html>');
  });
  const messages: string[] = [];
  for (let call = 0; call < 3; call++) await client.messages.send(SEND).catch(({ message }) => messages.push(message));
  expect(messages).toEqual([
    'to is required. (missing_to, HTTP 400, req_1)',
    `to is required. (missing_to, HTTP 400, req_1) See ${docUrl}`,
    'Parley answered with HTTP status 502. (unexpected_answer, HTTP 502, req_2)',
  ]);
  expect(messages.join()).not.toContain(KEY);
});

test('a list is a promise of its first page, read once, and iterates over all entries', async () => {
  const { client, requests } = await serve((response, request) => {
    if (request.url?.includes('tt'))
      answerJson(response, 400, { ok: false, error: 'invalid_platform', message: 'No.' });
    else {
      const isLast = request.url?.includes('cursor');
      answerJson(response, 200, {
        ok: true,
        comments: [{ comment_id: isLast ? '2' : '1' }],
        next_cursor: isLast ? null : 'c',
      });
    }
  });
  const list = client.comments.list({ platform: 'fb' });
  expect(requests).toEqual([]);
  expect(list).toBeInstanceOf(Promise);
  let isSettled = false;
  await list.finally(() => {
    isSettled = true;
  });
  expect(isSettled).toBe(true);
  expect(await Promise.all([list, list.then(({ next_cursor }) => next_cursor)])).toMatchObject([
    { next_cursor: 'c' },
    'c',
  ]);
  expect(requests).toHaveLength(1);
  const ids: string[] = [];
  for await (const { comment_id } of list) ids.push(comment_id);
  expect(ids).toEqual(['1', '2']);
  const refused = await client.comments.list({ platform: 'tt' }).catch((error: unknown) => error);
  expect(ApiError.is(refused, 'invalid_platform')).toBe(true);
});
