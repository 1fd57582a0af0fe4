import { expect, test } from 'vitest';
import { emailKeyOf, keepsOwner } from './member.ts';

test.each([
  ['the only owner', 'owner', 1, 'owner', true],
  ['the only owner', 'owner', 1, 'agent', false],
  ['the only owner', 'owner', 1, null, false],
  ['one of two owners', 'owner', 2, 'agent', true],
  ['one of two owners', 'owner', 2, null, true],
  ['an agent', 'agent', 1, null, true],
  ['an agent', 'agent', 1, 'owner', true],
] as const)('%s (%s of %i) may become %s: %s', (_who, role, owners, to, allowed) => {
  expect(keepsOwner({ role }, { owners, to })).toBe(allowed);
});

test('an address is compared case-insensitively and after Unicode normalization', () => {
  expect(emailKeyOf('Ann@Shop.Example')).toBe('ann@shop.example');
  expect(emailKeyOf('ａnn@shop.example')).toBe('ann@shop.example');
});
