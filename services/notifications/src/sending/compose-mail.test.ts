import { expect, test } from 'vitest';
import { describeFacts } from '../wording/render-message.rules.ts';
import { composeMail } from './mail.client.ts';

const HOSTILE = [
  '\r\nBcc: eve@evil.example',
  '\nX-Evil: 1',
  '\r\n\r\n<b>body</b>',
  '", <eve@evil.example>, "',
  '\u2028Bcc: x',
];

const compose = async ({ to = 'ann@shop.example', from = 'notices@parley.example' }, name = 'Ann') => {
  const message = describeFacts({
    language: 'en',
    timeZone: 'UTC',
    name,
    tenantName: name,
    kind: 'low_credit',
    items: [{ kind: 'low_credit', data: { balance: '9', threshold: '10' }, at: '2026-07-01T12:00:00Z' }],
    facts: 1,
    customers: new Map(),
    turnOffUrl: (kind) => `https://parley.example/${kind ?? 'all'}`,
  });
  const mail = { id: 'ntf_1', to, toName: name, unsubscribeUrl: 'https://parley.example/off/1', message };
  const raw = await composeMail(mail, { from, at: new Date('2026-07-01T12:00:00Z') });
  const [headers = ''] = raw.toString('utf8').split('\r\n\r\n');
  return headers.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
};
const namesOf = (headers: readonly string[]): string[] => headers.map((header) => header.split(':')[0] ?? '').sort();

test.each(HOSTILE)('%j in a name, an address or a heading adds no header and no recipient', async (bad) => {
  const plain = await compose({});
  for (const headers of [
    await compose({}, `Ann${bad}`),
    await compose({ to: `ann@shop.example${bad}` }),
    await compose({ from: `notices@parley.example${bad}` }),
  ]) {
    expect(namesOf(headers)).toEqual(namesOf(plain));
    expect(headers.filter((header) => /^(Bcc|X-Evil)/i.test(header))).toEqual([]);
  }
  const [to = ''] = (await compose({}, `Ann${bad}`)).filter((header) => header.startsWith('To:'));
  expect(to.match(/<[^>]+>$/)?.[0]).toBe('<ann@shop.example>');
});
