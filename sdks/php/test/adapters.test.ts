import { describe, expect, test } from 'vitest';
import { OTHER_SECRET, SECRET, signEvent } from '../../typescript/test/sign-event.ts';
import { runPhp } from './run-php.ts';

const BODY = JSON.stringify({
  id: 'evt_1',
  event: 'channel.connected',
  instance_id: 'ins_1',
  created_at: '2026-03-01T10:00:00.000Z',
  data: { channel: 'tg', id: '1', name: 'متجر', identifier: null, connected_at: '2026-03-01T10:00:00.000Z' },
});
const UNKNOWN = BODY.replace('channel.connected', 'channel.renamed');

describe.each(['handler', 'psr15', 'laravel'])('the adapter %s', (adapter) => {
  const post = (body: string, { secret = SECRET, throws = false, max_bytes = 5_000_000, padding = 0 } = {}) =>
    runPhp('post-webhook.php', { adapter, body, headers: signEvent(body), secret, throws, max_bytes, padding });

  test('responds with 204 once the event is handled', async () => {
    const events = [['Parley\\Model\\ChannelConnectedEvent', 'evt_1']];
    expect(await post(BODY)).toMatchObject({ status: 204, events, errors: [] });
  });

  test('passes on an event of a type that it does not know', async () => {
    expect(await post(UNKNOWN)).toMatchObject({ status: 204, events: [['Parley\\UnknownEvent', 'evt_1']] });
  });

  test('responds with 401 to a forged event, which it does not handle', async () => {
    expect(await post(BODY, { secret: OTHER_SECRET })).toMatchObject({ status: 401, events: [] });
  });

  test('responds with 413 to a body that is too long', async () => {
    expect(await post(BODY, { max_bytes: 10 })).toMatchObject({ status: 413, events: [] });
  });

  test('responds with 500 when the handler throws, so that the event is posted again', async () => {
    expect(await post(BODY, { throws: true })).toMatchObject({ status: 500, errors: ['The database is away.'] });
  });
});

test.each(['psr15', 'laravel'])('the adapter %s reads a long body only to its limit', async (adapter) => {
  const request = { adapter, body: BODY, headers: signEvent(BODY), secret: SECRET, throws: false };
  const answer = await runPhp('post-webhook.php', { ...request, max_bytes: 1000, padding: 10_000_000 });
  expect(answer).toMatchObject({ status: 413, events: [] });
  expect(answer).toHaveProperty('read');
  // safe: the program prints it
  expect((answer as { read: number }).read).toBeLessThanOrEqual(1000 + 65_536);
});
