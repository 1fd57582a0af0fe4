import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

const TOKEN = 'token-of-this-test';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  box = await openSandbox({ controlToken: TOKEN });
});
afterAll(() => box.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it.each([
  ['GET', '/sandbox/state'],
  ['GET', '/%73andbox/state'],
  ['GET', '/sandbox/mail'],
  ['GET', '/sandbox/mails'],
  ['GET', '/sandbox/sms'],
  ['GET', '/sandbox/ai'],
  ['GET', '/sandbox/sent'],
  ['GET', '/sandbox/received/shop'],
  ['GET', '/sandbox/phone'],
  ['GET', '/sandbox/phone/accounts?channel=wa'],
  ['POST', '/sandbox/reset'],
  ['POST', '/sandbox/faults'],
  ['PUT', '/sandbox/settings'],
  ['DELETE', '/sandbox/received/shop'],
  ['POST', '/sandbox/customers/wa/1/messages'],
])('%s %s needs the control token', async (method, path) => {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  for (const headers of [{}, bearer('another'), bearer(''), { authorization: TOKEN }])
    expect(await box.call(method, path, body, headers)).toMatchObject({
      status: 401,
      text: expect.stringContaining('The control API of this sandbox needs its token.'),
    });
});

it('serves its driver, the test phone behind the token, providers and webhooks without it', async () => {
  await box.sandbox.driver.graph.whatsapp.customerWrites('16505550001', { text: 'Hello' });
  const chat = { channel: 'wa', account: '106540352242922', person: '16505550001' };
  const act = await box.call(
    'POST',
    '/sandbox/phone/acts',
    { ...chat, act: { type: 'text', text: 'Hi' } },
    bearer(TOKEN),
  );
  expect(act).toMatchObject({ status: 200, body: { ok: true } });
  expect((await box.call('GET', '/sandbox/phone/accounts?channel=tt', undefined, bearer(TOKEN))).body.accounts).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: '@parley_demo' })]),
  );
  expect((await box.call('POST', '/sandbox/receiver/shop', { event: 1 })).status).toBe(200);
  expect((await box.graph('GET', '/106540352242922')).status).toBe(200);
});
