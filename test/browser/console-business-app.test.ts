import { expect, test } from 'vitest';
import { walkConsole } from '../support/console/console-walk.ts';
import { uniqueDigits } from '../support/tenants/client.ts';

// A number that keeps its WhatsApp Business app (docs/business-app.md).
const walk = walkConsole();

test('Channels shows that a number is also in the app, and what becomes of its chats', async () => {
  const { sandbox } = walk.system;
  const { whatsapp } = sandbox.graph;
  const [wabaId, phoneNumberId, number] = [uniqueDigits('102'), uniqueDigits('106'), uniqueDigits('15')];
  const token = `wa-token-${wabaId}`;
  await whatsapp.putAccount({
    ...{ waba_id: wabaId, token, phone_number_id: phoneNumberId, number },
    is_on_biz_app: true,
  });
  const connected = await walk.tenant.admin('POST', '/channels/wa', {
    ...{ phone_number_id: phoneNumberId, waba_id: wabaId, access_token: token },
    ...{ number: `+${number}`, label: 'Bakery on the phone' },
  });
  expect(connected.status).toBe(201);
  const page = await walk.signIn();
  await walk.goTo('Channels');
  await page
    .getByRole('link', { name: /Bakery on the phone/ })
    .first()
    .click();
  await page.getByText('Also in the WhatsApp Business app').waitFor();
  await page.getByText('Its chats are requested.').waitFor();

  const message = { from: '16505551234', id: `wamid.${wabaId}`, timestamp: '1790000000', type: 'text' };
  const threads = [{ id: '16505551234', messages: [{ ...message, text: { body: 'from the past' } }] }];
  const part = { history: [{ metadata: { phase: 0, chunk_order: 1, progress: 40 }, threads }] };
  await whatsapp.appShares({ account: phoneNumberId, field: 'history', values: [part] });
  await page.getByText(/Its chats arrive: .*40/).waitFor();

  const errors = [{ code: 2593109, title: 'History sync is turned off' }];
  await whatsapp.appShares({ account: phoneNumberId, field: 'history', values: [{ history: [{ errors }] }] });
  await page.getByText('The business does not share the chats of its app.').waitFor();
});
