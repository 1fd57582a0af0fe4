import { expect, test } from 'vitest';
import type { Member } from '../members/member.rules.ts';
import { decideSignIn, isSameIssuer, readDeploymentIssuer } from './single-sign-on.rules.ts';

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
const VERIFIED = { email: 'Ann@Shop.Example', isEmailVerified: true, roleValues: [] };
const OPEN = { domains: [], newMemberRole: 'agent', roleClaim: null } as const;
const CLOSED = { domains: [], newMemberRole: null, roleClaim: null } as const;
const OURS = { domains: ['shop.example'], newMemberRole: 'developer', roleClaim: null } as const;
const CLAIM = {
  domains: [],
  newMemberRole: null,
  roleClaim: { name: 'groups', agent: ['desk', 'floor'], developer: ['code'] },
};
const OWNER: Member = { ...MEMBER, roles: ['owner'] };
const NOBODY = { ofSubject: null, ofEmail: null };
const FREE = { ofSubject: null, ofEmail: { member: MEMBER, isLinked: false } };
const LINKED = { ofSubject: null, ofEmail: { member: MEMBER, isLinked: true } };

test.each([
  [
    'a known account enters, whatever its address is now',
    { ...VERIFIED, email: null, isEmailVerified: false },
    CLOSED,
    { ...NOBODY, ofSubject: MEMBER },
    'enter',
  ],
  [
    'a known account of a member whose domain may not sign in any more is refused',
    VERIFIED,
    { ...OURS, domains: ['other.example'] },
    { ...NOBODY, ofSubject: MEMBER },
    'refuse',
  ],
  ['the verified address of a member links the account', VERIFIED, CLOSED, FREE, 'link'],
  ['a verified address of the domain links the account', VERIFIED, OURS, FREE, 'link'],
  ['an unknown verified address becomes a member where that is set', VERIFIED, OPEN, NOBODY, 'create'],
  ['an unknown address is refused where only members sign in', VERIFIED, CLOSED, NOBODY, 'refuse'],
  ['an unverified address of a member is refused', { ...VERIFIED, isEmailVerified: false }, OPEN, FREE, 'refuse'],
  ['no address is refused', { ...VERIFIED, email: null }, OPEN, NOBODY, 'refuse'],
  ['text that is no address is refused', { ...VERIFIED, email: 'ann' }, OPEN, NOBODY, 'refuse'],
  ['an address of another domain is refused', { ...VERIFIED, email: 'ann@evil.example' }, OURS, FREE, 'refuse'],
  [
    'a domain in front of another one is refused',
    { ...VERIFIED, email: 'ann@shop.example.evil.example' },
    OURS,
    NOBODY,
    'refuse',
  ],
  ['another account with the address of a linked member is refused', VERIFIED, OPEN, LINKED, 'refuse'],
] as const)('%s', (_rule, claims, issuer, known, does) => {
  expect(decideSignIn(claims, { ...issuer, domains: [...issuer.domains] }, known).does).toBe(does);
});

test.each([
  ['a value of each', ['code', 'floor', 'other'], NOBODY, ['agent', 'developer']],
  ['two values of one', ['floor', 'desk'], FREE, ['agent']],
  ['a value, for a known account', ['code'], { ...NOBODY, ofSubject: MEMBER }, ['developer']],
  ['no value that is named', ['Code', 'owner'], NOBODY, 'refuse'],
  ['none, for a member', [], FREE, 'refuse'],
  ['none, for a known account', [], { ...NOBODY, ofSubject: MEMBER }, 'refuse'],
  ['none, for an owner, who keeps the role', [], { ...NOBODY, ofSubject: OWNER }, null],
  ['a value, for an owner, who keeps the role', ['desk'], { ...NOBODY, ofSubject: OWNER }, null],
])('the claim of roles with %s', (_what, roleValues, known, wanted) => {
  const decision = decideSignIn({ ...VERIFIED, roleValues }, CLAIM, known);
  expect(decision.does === 'refuse' ? 'refuse' : decision.roles).toEqual(wanted);
});

test('another order of domains is the same issuer, and another issuer, client or domain is a different one', () => {
  const one = { issuer: 'https://id.example', clientId: 'parley', domains: ['a.example', 'b.example'] };
  expect(isSameIssuer(one, { ...one, domains: ['b.example', 'a.example'] })).toBe(true);
  for (const change of [{ issuer: 'https://id.example/2' }, { clientId: 'other' }, { domains: ['a.example'] }])
    expect(isSameIssuer(one, { ...one, ...change })).toBe(false);
});

const PARLEY_OIDC_ISSUER = 'https://id.example';

test.each([
  ['PARLEY_OIDC_CLIENT_ID', { PARLEY_OIDC_ISSUER }],
  ['PARLEY_OIDC_CLIENT_SECRET', { PARLEY_OIDC_ISSUER, PARLEY_OIDC_CLIENT_ID: 'parley' }],
])('an issuer without %s is refused by its name', (name, environment) => {
  expect(() => readDeploymentIssuer(environment)).toThrow(name);
});

test('without an issuer there is none', () => {
  expect(readDeploymentIssuer({ PARLEY_OIDC_CLIENT_ID: 'parley' })).toBeNull();
});
