import { expect, test } from 'vitest';
import { readContact, readPlace } from './read-payload.ts';

test.each([
  ['wa', { latitude: 30.1, longitude: 31.2, name: 'Shop', address: '1 Main St' }, 'Shop', '1 Main St', [30.1, 31.2]],
  ['a tg venue', { latitude: 1, longitude: 2, title: 'Café', address: 'Here' }, 'Café', 'Here', [1, 2]],
  ['a place off the globe', { latitude: 91, longitude: 2, name: 'X' }, 'X', '', null],
  ['texts of another form', { latitude: '30', longitude: null, name: { a: 1 }, address: 4 }, '', '', null],
  ['nothing', null, '', '', null],
] as const)('reads the place of %s', (_what, payload, name, address, at) => {
  const coordinates = at && { latitude: at[0], longitude: at[1] };
  expect(readPlace(payload)).toEqual({ name, address, coordinates });
});

const CARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:Eve Adams',
  'ORG:Acme;Sales',
  'item1.TEL;type=CELL;waid=15551234567:+1 555 123 4567',
  'EMAIL;TYPE=work:eve@example.com',
  'URL:javascript:alert(1)',
  'END:VCARD',
].join('\r\n');

test.each([
  [
    'wa',
    {
      name: { formatted_name: 'Ann', first_name: 'Ann' },
      phones: [{ phone: '+1 555', wa_id: '1555' }, { wa_id: '1666' }, 4],
      emails: [{ email: 'ann@example.com' }],
      org: { company: 'Acme' },
    },
    { name: 'Ann', organization: 'Acme', phones: ['+1 555', '1666'], emails: ['ann@example.com'] },
  ],
  [
    'tg',
    { phone_number: '+1777', first_name: 'Bob', last_name: 'Stone' },
    { name: 'Bob Stone', organization: '', phones: ['+1777'], emails: [] },
  ],
  [
    'wd',
    { name: 'Eve', vcard: CARD },
    { name: 'Eve', organization: 'Acme Sales', phones: ['+1 555 123 4567'], emails: ['eve@example.com'] },
  ],
  ['nothing', null, { name: '', organization: '', phones: [], emails: [] }],
] as const)('reads the contact of %s', (_what, payload, contact) => {
  // safe: JSON as a platform sends it, only readonly
  expect(readContact(payload as Parameters<typeof readContact>[0])).toEqual(contact);
});

test('shows at most ten numbers of a contact', () => {
  const phones = Array.from({ length: 500 }, (_, n) => ({ phone: `+${n}` }));
  expect(readContact({ phones }).phones).toHaveLength(10);
});
