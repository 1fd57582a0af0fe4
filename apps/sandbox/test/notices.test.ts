import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox({ receipts: 'off' });
});
afterEach(() => box.close());

/**
 * Sends each line after the answer to the one before; returns the codes of the answers, null if the server hangs up.
 */
async function talk(...lines: string[]): Promise<(number | null)[]> {
  const { hostname, port } = new URL(box.sandbox.smtpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (): Promise<number | null> => {
    for (;;) {
      const { value, done } = await answers.next();
      if (done) return null;
      if (/^\d{3} /.test(value)) return Number(value.slice(0, 3));
    }
  };
  const codes = [await answer()];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    codes.push(await answer());
  }
  socket.destroy();
  return codes;
}

const MAIL = 'Subject: Hi\r\nTo: Ann <ann@shop.example>\r\n\r\nHello <b>\r\n.';
const SEND = ['EHLO me', 'MAIL FROM:<a@b.example>', 'RCPT TO:<ann@shop.example>', 'DATA', MAIL];

it('accepts a mail and shows it to people and programs, escaped', async () => {
  expect(await talk(...SEND)).toEqual([220, 250, 250, 250, 354, 250]);
  expect(await box.sandbox.driver.notices.mails()).toMatchObject([
    { subject: 'Hi', text: expect.stringContaining('Hello <b>'), envelopeTo: ['ann@shop.example'], user: null },
  ]);
  const page = await (await fetch(`${box.sandbox.url}/sandbox/mail/1`)).text();
  expect(page).toContain('Hello &lt;b&gt;');
  expect(await (await fetch(`${box.sandbox.url}/sandbox/mail`)).text()).toContain('/sandbox/mail/1');
});

it.each([
  ['busy', [220, 250, 250, 451]],
  ['refuse', [220, 250, 250, 550]],
] as const)('is %s on demand, for as many mails as asked', async (behaviour, codes) => {
  await box.sandbox.driver.notices.behaveMail({ behaviour, count: 1 });
  expect(await talk(...SEND.slice(0, 3))).toEqual(codes);
  expect(await talk(...SEND)).toEqual([220, 250, 250, 250, 354, 250]);
});

it('refuses a mail after receiving it, hangs up, and rejects a wrong password', async () => {
  await box.sandbox.driver.notices.behaveMail({ behaviour: 'refuse_mail', count: 1 });
  expect((await talk(...SEND)).at(-1)).toBe(554);
  expect(await box.sandbox.driver.notices.mails()).toEqual([]);
  await box.sandbox.driver.notices.behaveMail({ behaviour: 'cut_after_data', count: 1 });
  expect((await talk(...SEND)).at(-1)).toBeNull();
  expect(await box.sandbox.driver.notices.mails()).toHaveLength(1);
  const plain = (password: string) => `AUTH PLAIN ${Buffer.from(`\0u\0${password}`).toString('base64')}`;
  expect((await talk('EHLO me', plain('wrong'))).at(-1)).toBe(535);
  expect((await talk('EHLO me', plain('right'))).at(-1)).toBe(235);
});

it('stays silent after a mail on demand', async () => {
  await box.sandbox.driver.notices.behaveMail({ behaviour: 'silent_after_data', count: 1 });
  const { hostname, port } = new URL(box.sandbox.smtpUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'data');
  for (const line of SEND.slice(0, 4)) {
    socket.write(`${line}\r\n`);
    await once(socket, 'data');
  }
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.write(`${MAIL}\r\n`);
  while ((await box.sandbox.driver.notices.mails()).length === 0);
  expect(said).toBe('');
  socket.destroy();
});

it('offers STARTTLS on demand, with a certificate of its published CA', async () => {
  const offers = async (): Promise<boolean> => {
    const { hostname, port } = new URL(box.sandbox.smtpUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    let said = '';
    for await (const data of socket) {
      if (said === '') socket.write('EHLO me\r\n');
      said += data;
      if (/^250 /m.test(said)) break;
    }
    return said.includes('STARTTLS');
  };
  expect(await offers()).toBe(false);
  await box.sandbox.driver.notices.behaveMail({ starttls: true });
  expect(await offers()).toBe(true);
  expect(await box.sandbox.driver.notices.mailAuthority()).toContain('BEGIN CERTIFICATE');
});

const twilio = (form: Record<string, string>, user = 'AC1') =>
  fetch(`${box.sandbox.url}/2010-04-01/Accounts/AC1/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:token`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
const SMS = { To: '+96550000012', From: 'Parley', Body: 'Hello' };

it('emulates Twilio', async () => {
  const taken = await twilio(SMS);
  expect(taken.status).toBe(201);
  expect(await taken.json()).toMatchObject({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/), status: 'queued' });
  expect((await twilio(SMS, 'AC2')).status).toBe(401);
  expect(await (await twilio({ ...SMS, To: '12' })).json()).toMatchObject({ code: 21_211, status: 400 });
  await box.sandbox.driver.notices.behaveSms({ behaviour: 'busy', count: 1 });
  expect((await twilio(SMS)).status).toBe(429);
  expect(await box.sandbox.driver.notices.sms()).toMatchObject([
    { to: '+96550000012', text: 'Hello', provider: 'twilio' },
  ]);
  expect(await (await fetch(`${box.sandbox.url}/sandbox/sms`)).text()).toContain('Hello');
});

it('emulates Unifonic', async () => {
  const call = (form: Record<string, string>) =>
    fetch(`${box.sandbox.url}/rest/SMS/messages`, { method: 'POST', body: new URLSearchParams(form) });
  const form = { AppSid: 'a', SenderID: 'Shop', Recipient: '96550000012', Body: 'مرحبا' };
  expect(await (await call(form)).json()).toMatchObject({ success: true, errorCode: 'ER-00' });
  expect(await (await call({ ...form, Recipient: '1' })).json()).toMatchObject({ success: false });
  expect((await call({ ...form, AppSid: '' })).status).toBe(401);
  expect(await box.sandbox.driver.notices.sms()).toMatchObject([{ to: '+96550000012', text: 'مرحبا' }]);
});
