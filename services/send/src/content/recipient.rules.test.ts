import { describe, expect, test } from 'vitest';
import { normalizeRecipient } from './recipient.rules.ts';

describe('a recipient', () => {
  test.each([
    ['wa', '491701234567', '+491701234567'],
    ['wa', '+49 170-123 4567', '+491701234567'],
    ['wa', 'US.13491208655302741918', 'US.13491208655302741918'],
    ['wa', 'US.ENT.11815799212886844830', 'US.ENT.11815799212886844830'],
    ['wd', '1234567', '+1234567'],
    ['wd', '120363025246125486@g.us', '120363025246125486@g.us'],
    ['wd', '491701234567-1612345678@g.us', '491701234567-1612345678@g.us'],
    ['wd', '915550005@lid', '915550005@lid'],
    ['tg', '-1001234567890', '-1001234567890'],
    ['tg', '42', '42'],
    ['tg', '42@bc_1-A', '42@bc_1-A'],
    ['fb', '7654321', '7654321'],
  ] as const)('on %s %s is carried as %s', (channel, to, carried) => {
    expect(normalizeRecipient(channel, to)).toBe(carried);
  });

  test.each([
    ['wa', '123456'],
    ['wa', '1234567890123456'],
    ['wa', 'us.123'],
    ['wa', '120363025246125486@g.us'],
    ['wd', 'US.123'],
    ['wd', '915550005:1@lid'],
    ['wd', '+915550005@lid'],
    ['wa', '915550005@lid'],
    ['tg', '+42'],
    ['tg', '4-2'],
    ['tg', '-42@bc_1'],
    ['tg', '42@'],
    ['tg', '42@bc/1'],
    ['ig', 'two words'],
  ] as const)('on %s %s is invalid_to', (channel, to) => {
    expect(() => normalizeRecipient(channel, to)).toThrow(expect.objectContaining({ code: 'invalid_to' }));
  });
});
