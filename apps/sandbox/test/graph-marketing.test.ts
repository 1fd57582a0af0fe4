import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  box = await openSandbox();
});
afterAll(() => box.close());

const set = (fields: object) => box.call('POST', '/sandbox/accounts/wa', fields);
const post = (path: string, name: string, more: object = {}) =>
  box.graph('POST', `/${NUMBER}/${path}`, {
    messaging_product: 'whatsapp',
    to: '16505551234',
    type: 'template',
    template: { name, language: { code: 'en' }, components: [] },
    ...more,
  });
const codeOf = async (answer: ReturnType<typeof post>) => (await answer).body.error?.code ?? null;

it('the Marketing Messages API takes marketing templates alone, and refuses others as Meta does', async () => {
  await set({
    templates: [
      { name: 'offer', category: 'MARKETING', body: 'New today.' },
      { name: 'fresh', category: 'MARKETING', body: 'New today.', syncing: true },
      { name: 'parcel', category: 'UTILITY', body: 'Here it is.' },
    ],
  });
  const strict = { product_policy: 'STRICT' };
  expect(await codeOf(post('marketing_messages', 'offer'))).toBeNull();
  expect(await codeOf(post('marketing_messages', 'offer', strict))).toBe(134102);
  expect(await codeOf(post('marketing_messages', 'parcel'))).toBe(134100);
  expect(await codeOf(post('marketing_messages', 'fresh'))).toBe(134101);
  const text = await post('marketing_messages', 'offer', { type: 'text', text: { body: 'Hi' } });
  expect(text.body.error).toMatchObject({ code: 100, message: '(#100) Message must be a template message.' });
  await set({ marketing: 'ONBOARDED', marketing_barred: true });
  const asked = await box.graph('GET', `/${WABA}?fields=marketing_messages_onboarding_status`);
  expect(asked.body).toMatchObject({ marketing_messages_onboarding_status: 'ONBOARDED' });
  expect(await codeOf(post('marketing_messages', 'offer', strict))).toBeNull();
  expect(await codeOf(post('messages', 'offer'))).toBe(131063);
});
