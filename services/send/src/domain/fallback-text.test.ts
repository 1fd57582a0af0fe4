import { expect, test } from 'vitest';
import { toLines } from './fallback-text.ts';

test('buttons become numbered lines; an address stays', () => {
  const buttons = [
    { id: 'a', title: 'Yes' },
    { title: 'Shop', url: 'https://example.com/shop' },
  ];
  expect(toLines('Shall we?', { buttons })).toBe('Shall we?\n\n1. Yes\n2. Shop: https://example.com/shop');
});

test('rows are numbered across sections', () => {
  const sections = [
    { title: 'Hot', rows: [{ id: 'a', title: 'Tea', description: 'With mint' }] },
    { title: 'Cold', rows: [{ id: 'b', title: 'Juice' }] },
  ];
  expect(toLines('Drinks', { list: { button: 'Choose', sections } })).toBe(
    'Drinks\n\nHot\n1. Tea: With mint\nCold\n2. Juice',
  );
});

test('a location becomes an address of OpenStreetMap', () => {
  const location = { latitude: 29.3759, longitude: 47.9774, name: 'Office', address: 'Kuwait City' };
  expect(toLines('', { location })).toBe(
    'Office\nKuwait City\nhttps://www.openstreetmap.org/?mlat=29.3759&mlon=47.9774#map=16/29.3759/47.9774',
  );
});

test('contacts become their lines', () => {
  const contacts = [
    { name: 'Ada', phones: ['+96550000002'], emails: ['ada@example.com'], organization: 'Engines' },
    { name: 'Bob', phones: ['+96550000003'] },
  ];
  expect(toLines('', { contacts })).toBe('Ada, Engines\n+96550000002\nada@example.com\nBob\n+96550000003');
});
