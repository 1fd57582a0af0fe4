import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, sendDue } from '../../test/open-notifications.ts';
import { listNotifications } from './list-notifications.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const calls: { headers: Record<string, string>; body: string }[] = [];
let answer = 200;
let open: OpenNotifications;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  // safe: the three headers of a signature are never repeated
  calls.push({ headers: request.headers as Record<string, string>, body });
  response.writeHead(answer, { 'content-type': 'application/json' }).end('{"id":"own-1"}');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open = await openNotifications({
    PARLEY_SMS_PROVIDER: 'http',
    // safe: it listens on an address
    PARLEY_SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    PARLEY_SMS_SECRET: SECRET,
  });
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  server.close();
});

// docs/reference/notifications.md#sms
test('an SMS over http is signed as a standard webhook; a retry after 503 has the same id and a new signature', async () => {
  open.setNow(new Date());
  const kinds = { low_credit: { email: 'off', sms: 'now' } } as const;
  await open.addRecipient({ phone: '+96550000012', phoneConfirmedAt: new Date(), kinds });
  await open.happen({ kind: 'low_credit', data: { balance: '9', threshold: '10' } });
  answer = 503;
  await open.planAndSend();
  answer = 200;
  open.pass(1);
  await sendDue(open.service);
  const [first, second] = calls.map(({ headers, body }) => {
    const { id, to, text, ...rest } = JSON.parse(body);
    expect({ to, rest }).toEqual({ to: '+96550000012', rest: {} });
    expect(text).toContain('Your credit is running low');
    expect(headers['webhook-id']).toBe(id);
    // The test's clock is ahead of the real one, which the verifier uses.
    const webhook = new Webhook(SECRET);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']).toBe(webhook.sign(id, at, body));
    return { id, at };
  });
  expect(calls).toHaveLength(2);
  expect(second?.id).toBe(first?.id);
  expect(second?.at).not.toEqual(first?.at);
  const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 10 });
  expect(items).toMatchObject([{ id: first?.id, status: 'sent', provider: 'http', providerId: 'own-1', attempts: 2 }]);
});
