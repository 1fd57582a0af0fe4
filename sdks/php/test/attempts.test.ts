import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';
import { answerJson, serve } from './serve.ts';

const STATUS = { ok: true, instance_id: 'ins_1', channels: [], balance: 0 };
const SENT = { ok: true, message_id: '7', channel: 'wd', to: '1', conversation_id: 3 };
const key = 'key';

test('an attempt that hangs is repeated with the same idempotency key', async () => {
  const { url, requests } = await serve((response, _, before) => void (before > 0 && answerJson(response, 200, SENT)));
  const options = { attemptTimeoutSeconds: 0.2 };
  expect(await runPhp('call.php', { url, key, idempotencyKey: 'order-1', options })).toMatchObject({
    result: ['7', '7', 3, true, false],
  });
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  // On a busy machine an answer can come after its attempt.
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys)).toEqual(new Set(['order-1']));
});

test('the last attempt that hangs ends with a timeout', async () => {
  const { url, requests } = await serve(() => {});
  const options = { attemptTimeoutSeconds: 0.05, timeoutSeconds: 1.5, maxRetries: 1 };
  expect(await runPhp('call.php', { url, key, options })).toMatchObject({
    error: 'Parley\\TimeoutException',
    message: 'status got no answer in 1.5 s.',
  });
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('the hook reports a retry before its wait, with the reason and the time', async () => {
  const refusal = { ok: false, error: 'rate_limited', message: 'Too many.', request_id: 'req_7', retry_after: 0 };
  const { url } = await serve((response, _, before) =>
    before === 0 ? answerJson(response, 429, refusal) : answerJson(response, 200, STATUS),
  );
  expect(await runPhp('call.php', { url, key })).toEqual({
    result: STATUS,
    retries: ['status waits 0.0 s before attempt 2: Too many. (rate_limited, HTTP 429, req_7)'],
  });
});

test.each([
  [
    400,
    { error: 'missing_to', message: 'to is required.', request_id: 'req_1', doc_url: 'https://parley.example/e' },
    'to is required. (missing_to, HTTP 400, req_1) See https://parley.example/e',
  ],
  [502, {}, 'Parley answered with HTTP status 502. (unexpected_answer, HTTP 502, req_2)'],
])('the message of an error with status %i names its code and its request', async (status, body, message) => {
  const { url } = await serve((response) => answerJson(response, status, body, { 'x-request-id': 'req_2' }));
  expect(await runPhp('call.php', { url, key })).toMatchObject({ error: 'Parley\\ApiException', message });
});

test.each([
  [
    'without a required member',
    { ok: true, channel: 'wd', to: '1' },
    'The answer of Parley has no message_id in its SendAnswer.',
  ],
  ['with a member of another type', { ...SENT, message_id: [] }, 'The answer of Parley has an unexpected SendAnswer: '],
  ['with a time that is none', { ...SENT, send_at: 'soon' }, 'The answer of Parley has an unexpected SendAnswer: '],
])('an answer %s is an exception of the SDK, and not retried', async (_, body, message) => {
  const { url, requests } = await serve((response) => answerJson(response, 200, body));
  expect(await runPhp('call.php', { url, key, idempotencyKey: 'order-1' })).toMatchObject({
    error: 'Parley\\UnexpectedAnswerException',
    message: expect.stringContaining(message),
  });
  expect(requests).toHaveLength(1);
});
