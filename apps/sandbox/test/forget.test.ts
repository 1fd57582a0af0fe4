import { expect, it, onTestFinished } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

const TOKEN = `7300000001:${'a'.repeat(35)}`;

it('forgets an account with its people, chats, sends and webhooks, and nothing of another account', async () => {
  const box = await openSandbox();
  onTestFinished(() => box.close());
  const { driver } = box.sandbox;
  await driver.telegram.putBot({ token: TOKEN, username: 'gone_bot' });
  await driver.graph.putPage({
    id: '190850000001',
    name: 'Gone',
    instagram: { id: '1784145000001', username: 'gone' },
  });
  const seed = '106540352242922';
  await driver.graph.whatsapp.putAccount({ waba_id: '900', phone_number_id: '901', number: '155500000901' });
  const chats = [
    ['wa', '901'],
    ['wa', seed],
    ['tg', '7300000001'],
    ['fb', '190850000001'],
    ['ig', '1784145000001'],
  ] as const;
  for (const [channel, account] of chats) {
    const act = { type: 'text', text: `To ${account}` };
    const phone = { channel, account, person: '24004500000001', act };
    expect((await box.call('POST', '/sandbox/phone/acts', phone)).status).toBe(200);
  }
  for (const name of ['gone', 'kept']) await box.call('POST', `/sandbox/receiver/${name}`, { event: name });
  await driver.forget({ accounts: ['900', '901', '7300000001', '190850000001', '1784145000001'], receivers: ['gone'] });
  const state = JSON.stringify((await box.call('GET', '/sandbox/state')).body);
  for (const id of ['"900"', '"901"', '7300000001', '190850000001', '1784145000001', '"gone"'])
    expect(state).not.toContain(id);
  expect(state).toContain(seed);
  const bubblesOf = async (channel: string, account: string) =>
    (await box.call('GET', `/sandbox/phone/chat?channel=${channel}&account=${account}&person=24004500000001`)).body
      .bubbles;
  for (const [channel, account] of chats)
    expect(await bubblesOf(channel, account), account).toHaveLength(account === seed ? 1 : 0);
});
