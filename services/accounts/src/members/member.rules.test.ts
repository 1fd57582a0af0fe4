import { expect, test } from 'vitest';
import { decideOwner, emailKeyOf, keepsOwner } from './member.rules.ts';

test.each([
  ['the only owner', 'owner', 1, 'owner', true],
  ['the only owner', 'owner', 1, 'agent', false],
  ['the only owner', 'owner', 1, null, false],
  ['one of two owners', 'owner', 2, 'agent', true],
  ['one of two owners', 'owner', 2, null, true],
  ['an agent', 'agent', 1, null, true],
  ['an agent', 'agent', 1, 'owner', true],
] as const)('%s (%s of %i) may become %s: %s', (_who, role, owners, to, allowed) => {
  expect(keepsOwner({ roles: [role] }, { owners, to: to && [to] })).toBe(allowed);
});

test('an address is compared case-insensitively and after Unicode normalization', () => {
  expect(emailKeyOf('Ann@Shop.Example')).toBe('ann@shop.example');
  expect(emailKeyOf('ａnn@shop.example')).toBe('ann@shop.example');
});

const confirmed = { id: 1, isConfirmed: true, hasSecondFactor: false };
const invited = { id: 2, isConfirmed: false, hasSecondFactor: false };
const guarded = { id: 3, isConfirmed: false, hasSecondFactor: true };
test.each([
  ['the person who confirmed it before', [confirmed, invited, guarded], { personRow: 2 }, [1, false, [2]]],
  ['the person of the link, where nobody confirmed it', [invited, guarded], { personRow: 3 }, [3, true, [2]]],
  [
    'the person of the link, and a person with a second factor stays separate',
    [guarded],
    { personRow: 2 },
    [2, true, []],
  ],
  ['nobody, where the member was removed', [confirmed], null, null],
  ['nobody, where the member has no person', [invited], { personRow: null }, null],
] as const)('an address whose reader set a password by mail belongs to %s', (_who, people, member, expected) => {
  const owner = decideOwner(people, member);
  expect(owner && [owner.personId, owner.isFirst, owner.merged]).toEqual(expected);
});
