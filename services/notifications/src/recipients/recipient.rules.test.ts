import { expect, test } from 'vitest';
import { memberFieldIn, withMember } from './recipient.rules.ts';

const ASKED = new Date('2026-07-01T00:00:00Z');
const PROVEN = new Date('2026-06-01T00:00:00Z');
const member = { memberId: 'mem_1', name: 'Ann', email: 'ann@shop.example', emailConfirmedAt: null };
const own = { name: 'Old', email: 'ann@shop.example', emailConfirmedAt: ASKED };

test.each([
  ['without a member they are its own', own, null, { ...own, memberId: null }],
  ['the confirmed address of a member is confirmed', { ...own, emailConfirmedAt: null }, PROVEN, { at: PROVEN }],
  ['an address that the recipient confirmed is confirmed', own, null, { at: ASKED }],
  ['an address that the member left is confirmed no more', { ...own, email: 'old@shop.example' }, null, { at: null }],
])('name and address: %s', (title, row, emailConfirmedAt, wanted) => {
  if (!('at' in wanted)) return expect(withMember(row, null)).toEqual(wanted);
  expect(withMember(row, { ...member, emailConfirmedAt }), title).toEqual({
    memberId: 'mem_1',
    name: 'Ann',
    email: 'ann@shop.example',
    emailConfirmedAt: wanted.at,
  });
});

const ofMember = { memberId: 'mem_1', name: 'Ann', email: 'ann@shop.example' };
test.each([
  ['nothing of a recipient who is no member', { ...ofMember, memberId: null }, { name: 'Eve', email: null }, null],
  ['another name', ofMember, { name: 'Eve' }, 'name'],
  ['another address', ofMember, { email: 'eve@shop.example' }, 'email'],
  ['no address', ofMember, { email: null }, 'email'],
  ['not the same name and address', ofMember, { name: 'Ann', email: 'ann@shop.example' }, null],
  ['nothing where neither is given', ofMember, {}, null],
] as const)('finds the changed field that belongs to the member: %s', (_, recipient, change, field) => {
  expect(memberFieldIn(recipient, change)).toBe(field);
});
