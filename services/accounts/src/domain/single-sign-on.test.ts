import { expect, test } from 'vitest';
import type { Member } from './member.ts';
import { decideSignIn, isSameIssuer } from './single-sign-on.ts';

const MEMBER: Member = {
  id: 1,
  memberId: 'mem_0000000000',
  tenantId: 1,
  email: 'ann@shop.example',
  name: 'Ann',
  roles: ['agent'],
  language: null,
  hasSecondFactor: false,
  lastSeenAt: null,
  createdAt: new Date(0),
};
const VERIFIED = { email: 'Ann@Shop.Example', isEmailVerified: true };
const OPEN = { domains: [], newMemberRole: 'agent' } as const;
const CLOSED = { domains: [], newMemberRole: null } as const;
const OURS = { domains: ['shop.example'], newMemberRole: 'developer' } as const;
const NOBODY = { ofSubject: null, ofEmail: null };
const FREE = { ofSubject: null, ofEmail: { member: MEMBER, isLinked: false } };
const LINKED = { ofSubject: null, ofEmail: { member: MEMBER, isLinked: true } };

test.each([
  [
    'a known account enters, whatever its address is now',
    { email: null, isEmailVerified: false },
    CLOSED,
    { ...NOBODY, ofSubject: MEMBER },
    'enter',
  ],
  ['the verified address of a member links the account', VERIFIED, CLOSED, FREE, 'link'],
  ['a verified address of the domain links the account', VERIFIED, OURS, FREE, 'link'],
  ['an unknown verified address becomes a member where that is set', VERIFIED, OPEN, NOBODY, 'create'],
  ['an unknown address is refused where only members sign in', VERIFIED, CLOSED, NOBODY, 'refuse'],
  ['an unverified address of a member is refused', { ...VERIFIED, isEmailVerified: false }, OPEN, FREE, 'refuse'],
  ['no address is refused', { email: null, isEmailVerified: true }, OPEN, NOBODY, 'refuse'],
  ['text that is no address is refused', { email: 'ann', isEmailVerified: true }, OPEN, NOBODY, 'refuse'],
  [
    'an address of another domain is refused',
    { email: 'ann@evil.example', isEmailVerified: true },
    OURS,
    FREE,
    'refuse',
  ],
  [
    'a domain in front of another one is refused',
    { email: 'ann@shop.example.evil.example', isEmailVerified: true },
    OURS,
    NOBODY,
    'refuse',
  ],
  ['another account with the address of a linked member is refused', VERIFIED, OPEN, LINKED, 'refuse'],
] as const)('%s', (_rule, claims, issuer, known, does) => {
  expect(decideSignIn(claims, { ...issuer, domains: [...issuer.domains] }, known).does).toBe(does);
});

test('the order of domains makes no other issuer; issuer, client and domains do', () => {
  const one = { issuer: 'https://id.example', clientId: 'parley', domains: ['a.example', 'b.example'] };
  expect(isSameIssuer(one, { ...one, domains: ['b.example', 'a.example'] })).toBe(true);
  for (const change of [{ issuer: 'https://id.example/2' }, { clientId: 'other' }, { domains: ['a.example'] }])
    expect(isSameIssuer(one, { ...one, ...change })).toBe(false);
});
