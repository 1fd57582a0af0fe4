import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
let to: string;
beforeAll(async () => {
  system = await openSend();
  for (const pacing of ['release', 'drop'] as const)
    await system.sandbox.driver.graph.whatsapp.putAccount({
      templates: [{ name: `paced_${pacing}`, category: 'MARKETING', body: 'New today.', pacing }],
    });
});
afterAll(() => system[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  to = makeStranger();
});

const sendPaced = (pacing: string, options = {}) =>
  tenant.send({ channel: 'wa', to, template: { name: `paced_${pacing}`, language: 'en' } }, options);

test('a template that Meta holds says so in the answer, the event and the look-up, and is paid once', async () => {
  const answer = await sendPaced('release', { key: 'once' });
  expect(answer).toMatchObject({ template: 'paced_release', delivery: 'sent', held: true });
  expect(await sendPaced('release', { key: 'once' })).toEqual(answer);
  expect(await tenant.events('message.sent')).toMatchObject([{ data: { message_id: answer.messageId, held: true } }]);
  expect(await tenant.lookUp(answer.messageId)).toMatchObject({ status: 'sent', held: true });
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
});

test('a template that was released, or failed, is no longer held', async () => {
  for (const [pacing, status] of [
    ['release', 'sent'],
    ['drop', 'failed'],
  ] as const) {
    to = makeStranger();
    const { messageId } = await sendPaced(pacing);
    await system.rows('UPDATE messages SET status = $2, receipt = $2 WHERE id = $1', messageId, status);
    const found = await tenant.lookUp(messageId);
    expect(found.status).toBe(status);
    expect(found).not.toHaveProperty('held');
  }
});

test('a template that is not held has no mark', async () => {
  const template = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };
  const answer = await tenant.send({ channel: 'wa', to, template });
  expect(answer).not.toHaveProperty('held');
  expect(await tenant.lookUp(answer.messageId)).not.toHaveProperty('held');
});
