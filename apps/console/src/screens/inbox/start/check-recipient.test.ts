import { describe, expect, test } from 'vitest';
import { readRecipient } from './check-recipient.ts';

describe('the recipient of a new message', () => {
  test.each([
    ['a number with a plus', '+4915112345678', '+4915112345678'],
    ['a number without a plus', '4915112345678', '+4915112345678'],
    ['a number that begins with 00', '0049 151 12345678', '+4915112345678'],
    ['spaces, dots, hyphens and brackets', ' +1 (650) 555-12.34 ', '+16505551234'],
    ['an id of a person who hides the number', 'DE.ENT.abc123', 'DE.ENT.abc123'],
  ])('is %s', (_what, typed, recipient) => {
    expect(readRecipient('wa', typed)).toBe(recipient);
  });

  test.each([
    ['nothing', ''],
    ['a name', 'Amal'],
    ['a number without its country code', '0151 12345678'],
    ['too few digits', '+49151'],
    ['too many digits', '+4915112345678901'],
    ['a hidden id of another channel', '123@lid'],
  ])('is not %s', (_what, typed) => {
    expect(readRecipient('wa', typed)).toBeNull();
  });

  test('is a group or a hidden id on a linked phone', () => {
    expect(readRecipient('wd', '123@lid')).toBe('123@lid');
    expect(readRecipient('wd', '12036304@g.us')).toBe('12036304@g.us');
  });
});
