import { describe, expect, test } from 'vitest';
import { makePersonMentions } from './person-mentions.rules.ts';

const ann = makePersonMentions({
  addresses: ['+491701234567', 'comment:+491701234567', 'u42', '77123@lid'],
  names: ['Ann García Smith', 'anng', '+491701234567'],
});

describe('a text', () => {
  test.each([
    ['her number in any notation', 'call +49 (170) 123-4567 today'],
    ['her number in an address', 'https://shop.example/?to=491701234567'],
    ['the id of her account', 'moved from 77123@lid'],
    ['her full name, in any case', 'VIPs: ann garcía smith, Ben'],
  ])('with %s names her', (_, text) => {
    expect(ann.isIn(text)).toBe(true);
  });

  test.each([
    ['a longer number', '4917012345678'],
    ['one word of her name', 'Ann'],
    ['the words of her name apart', 'Smith and Ann García'],
    ['a short id, which many texts have', 'room u42'],
    ['nothing', ''],
  ])('with %s does not', (_, text) => {
    expect(ann.isIn(text)).toBe(false);
  });
});

describe('a saved view', () => {
  test.each([
    [{ name: 'VIP', filter: { q: 'ann' } }],
    [{ name: 'VIP', filter: { q: 'smit' } }],
    [{ name: 'VIP', filter: { q: 'smith ann' } }],
    [{ name: 'VIP', filter: { q: '0170 1234567' } }],
    [{ name: 'VIP', filter: { q: '+49 170 123' } }],
    [{ name: 'AnnG', filter: {} }],
    [{ name: 'About Ann García Smith', filter: {} }],
  ])('%j is hers', (view) => {
    expect(ann.isViewOf(view)).toBe(true);
  });

  test.each([
    [{ name: 'VIP', filter: {} }],
    [{ name: 'VIP', filter: { q: 'an' } }],
    [{ name: 'VIP', filter: { q: 'ann miller' } }],
    [{ name: 'VIP', filter: { q: '170' } }],
    [{ name: 'Annual', filter: { status: 'open' as const } }],
  ])('%j is not', (view) => {
    expect(ann.isViewOf(view)).toBe(false);
  });
});

test('JSON values are masked one by one, at any depth', () => {
  const before = {
    label: 'till',
    note: 'for Ann García Smith',
    ids: [491701234567, 7],
    at: { phone: '+491701234567' },
  };
  expect(ann.mask(before)).toEqual({ label: 'till', note: '•••', ids: ['•••', 7], at: { phone: '•••' } });
  expect(ann.mask({ label: 'till', enabled: true, note: null })).toEqual({ label: 'till', enabled: true, note: null });
});

test('a person without a name and with a short address matches no text', () => {
  const nobody = makePersonMentions({ addresses: ['42'], names: [] });
  expect(nobody.isIn('42 and Ann')).toBe(false);
  expect(nobody.isViewOf({ name: 'VIP', filter: { q: '42' } })).toBe(false);
});
