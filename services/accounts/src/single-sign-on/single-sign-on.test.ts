import { listMembers } from '@parley/common/contracts/console/members';
import { me } from '@parley/common/contracts/console/my-account';
import { finishSingleSignOn, getSingleSignOn, setSingleSignOn } from '@parley/common/contracts/console/single-sign-on';
import { listAudit } from '@parley/common/contracts/console/workspace';
import { updateTenant } from '@parley/common/contracts/operator/tenants';
import { CLIENT, OTHER_CLIENT, type TestIssuer } from '@parley/testing/servers/open-issuer';
import { describe, expect, test } from 'vitest';
import {
  DEVICE,
  deviceOf,
  givenOf,
  NEW_AGENTS,
  NOT_SET,
  personOf,
  redirectUrlOf,
  singleSignOnOfFile,
} from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, newEmail, begin, finish, finishWith, enter } =
  singleSignOnOfFile();

/** Metadata of an issuer are not asked for in this time. */
const CACHED_MS = 5 * 60_000;

describe('single sign-on', () => {
  test('opens a session of the member with the verified address, and names it in the audit log', async () => {
    const { slug, owner } = await openOffice();
    const { id, email } = await join(owner, 'developer');
    const browser = await enter(slug, personOf(email.toUpperCase()));
    expect(browser.member).toMatchObject({ memberId: id, roles: ['developer'], tenantSlug: slug, viaIssuer: true });
    const { items } = await owner.call(listAudit, { limit: 50, memberId: id });
    expect(items[0]).toMatchObject({ action: 'finish-single-sign-on', outcome: 'done', actor: { id } });
  });

  test('sends the browser with a code challenge, a nonce and the exact redirect URL, and stores no secret in plain', async () => {
    const { slug } = await openOffice();
    const { searchParams } = new URL((await begin(slug)).url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT.clientId,
      redirect_uri: redirectUrlOf(slug),
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
    });
    const stored = [
      await house.database.db.prisma.issuerVisit.findMany(),
      await house.database.db.prisma.signInIssuer.findMany(),
    ];
    for (const secret of [searchParams.get('state'), searchParams.get('nonce'), CLIENT.clientSecret])
      expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test('knows a member by the account at the issuer, after their address there has changed', async () => {
    const { slug, owner } = await openOffice();
    const { id, email } = await join(owner);
    await enter(slug, personOf(email));
    const again = await enter(slug, { sub: `sub of ${email}`, email: newEmail(), email_verified: false });
    expect(again.member.memberId).toBe(id);
  });

  test.each([
    ['an address with NUL', { email: 'a\u0000@new.example' }],
    ['an address of 1001 characters', { email: `${'a'.repeat(989)}@new.example` }],
    ['an address with a lone surrogate', { email: 'a\udc00@new.example' }],
  ])('refuses an account with %s, and stores nothing of it', async (_what, claims) => {
    const { slug, owner } = await openOffice({ newMemberRole: 'agent', domains: ['new.example'] });
    const { items } = await owner.call(listMembers, { limit: 200 });
    await expect(enter(slug, { ...personOf(newEmail()), ...claims })).rejects.toMatchObject({
      code: 'single_sign_on_failed',
    });
    expect((await owner.call(listMembers, { limit: 200 })).items).toEqual(items);
  });

  test('creates a member with the chosen role where the workspace allows it, once, and no second at another visit', async () => {
    const { slug } = await openOffice({ newMemberRole: 'agent', domains: ['new.example'] });
    const person = personOf('lina@new.example', { name: 'Lina' });
    const browser = await enter(slug, person);
    expect(await browser.call(me, {})).toMatchObject({
      roles: ['agent'],
      member: { name: 'Lina', email: person.email },
    });
    expect((await enter(slug, person)).member.memberId).toBe(browser.member.memberId);
  });

  test('shows its settings without the secret, which stays when it is left out, but not for another client', async () => {
    const { slug, owner } = await openOffice();
    const settings = { issuer: getIssuer().url, clientId: CLIENT.clientId, ...NOT_SET };
    expect(await owner.call(getSingleSignOn, {})).toEqual({
      ...settings,
      redirectUrl: redirectUrlOf(slug),
      signInUrl: `http://localhost:8080/console/sign-in?workspace=${slug}`,
    });
    await owner.call(setSingleSignOn, { ...settings, ...NEW_AGENTS });
    await enter(slug, personOf(newEmail()));
    await expect(owner.call(setSingleSignOn, { ...settings, clientId: 'other' })).rejects.toMatchObject({
      code: 'missing_client_secret',
    });
  });
});

describe('single sign-on refuses', () => {
  const refused = { code: 'single_sign_on_refused' };
  const failed = { code: 'single_sign_on_failed' };

  test.each([
    ['an unverified address', { email_verified: false }],
    ['an address that the issuer does not call verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
  ] as const)('%s of a member', async (_what, change) => {
    const { slug, owner } = await openOffice(NEW_AGENTS);
    const { email } = await join(owner);
    await expect(enter(slug, { ...personOf(email), ...change } as TestIssuer['person'])).rejects.toMatchObject(refused);
  });

  test('an address of no member, one of another domain, and another account with the address of a member', async () => {
    const { slug, owner } = await openOffice({ domains: ['shop.example'] });
    await expect(enter(slug, personOf(newEmail()))).rejects.toMatchObject(refused);
    await expect(enter(slug, personOf('ann@evil.example'))).rejects.toMatchObject(refused);
    const { email } = await join(owner);
    await enter(slug, personOf(email));
    await expect(enter(slug, personOf(email, { sub: `thief of ${email}` }))).rejects.toMatchObject(refused);
  });

  test('a state that was used, is unknown, expired, or of another browser', async () => {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    getIssuer().person = personOf(email);
    const returned = await getIssuer().visit((await begin(slug)).url);
    await expect(finish(returned, deviceOf('another browser'))).rejects.toMatchObject({ code: 'unknown_link' });
    await finish(returned);
    await expect(finish(returned)).rejects.toMatchObject({ code: 'unknown_link' });
    const unknown = { ...givenOf(returned), state: 'x'.repeat(43) };
    await expect(house.visit(finishSingleSignOn, unknown, DEVICE)).rejects.toMatchObject({ code: 'unknown_link' });
    const late = await getIssuer().visit((await begin(slug)).url);
    house.setNow(new Date(Date.now() + 10 * 60_000 + 1000));
    await expect(finish(late)).rejects.toMatchObject({ code: 'unknown_link' });
  });

  test('a code of another visit: verifier and nonce are of the own one', async () => {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    getIssuer().person = personOf(email);
    const [mine, theirs] = [
      await getIssuer().visit((await begin(slug)).url),
      await getIssuer().visit((await begin(slug)).url),
    ];
    const mixed = { ...givenOf(mine), code: givenOf(theirs).code };
    await expect(house.visit(finishSingleSignOn, mixed, DEVICE)).rejects.toMatchObject(failed);
  });

  test('an answer in the name of another issuer', async () => {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    getIssuer().person = personOf(email);
    const given = { ...givenOf(await getIssuer().visit((await begin(slug)).url)), iss: 'https://evil.example' };
    await expect(house.visit(finishSingleSignOn, given, DEVICE)).rejects.toMatchObject(failed);
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of another client', { aud: OTHER_CLIENT.clientId }],
    ['of several clients, given to another one', { aud: [CLIENT.clientId, 'other'], azp: OTHER_CLIENT.clientId }],
    ['of another visit', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: 1 }],
    ['with an empty sub', { sub: '' }],
    ['with NUL in the sub', { sub: 'a\u0000b' }],
    ['with a lone surrogate in the sub', { sub: 'a\ud800' }],
    ['with a sub of 256 characters', { sub: 'a'.repeat(256) }],
  ])(
    'a token %s, although the issuer signed it; the same token without the change is accepted',
    async (_what, change) => {
      await expect(finishWith((claims) => getIssuer().signToken({ ...claims, ...change }))).rejects.toMatchObject(
        failed,
      );
      await finishWith((claims) => getIssuer().signToken(claims));
    },
  );

  test.each([
    ['with changed claims', (head: string, signature: string) => [head, signature]],
    ['without a signature', () => [Buffer.from('{"alg":"none"}').toString('base64url'), '']],
  ] as const)('a token %s', async (_what, change) => {
    const forged = finishWith((claims) => {
      const [head = '', , signature = ''] = getIssuer().signToken(claims).split('.');
      const [newHead, newSignature] = change(head, signature);
      const body = Buffer.from(JSON.stringify({ ...claims, sub: 'the owner' })).toString('base64url');
      return `${newHead}.${body}.${newSignature}`;
    });
    await expect(forged).rejects.toMatchObject(failed);
  });

  test('a redirect URL that is not registered: the issuer shows its error and sends the browser nowhere', async () => {
    const { slug } = await openOffice();
    const url = new URL((await begin(slug)).url);
    url.searchParams.set('redirect_uri', 'https://evil.example/console/single-sign-on');
    await expect(getIssuer().visit(url.href)).rejects.toThrow(/400/);
  });

  test.each([
    ['more than 256 kB', /more than 262144 bytes/],
    ['a redirect', /not acceptable/],
    ['no JSON', /not acceptable/],
  ])('metadata of the issuer with %s', async (what, message) => {
    const { slug } = await openOffice();
    house.setNow(new Date(Date.now() + CACHED_MS));
    getIssuer().intercept = (_request, response) => {
      if (what === 'a redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else response.setHeader('content-type', 'application/json').end('x'.repeat(what === 'no JSON' ? 10 : 10_000_000));
      return true;
    };
    await expect(begin(slug)).rejects.toMatchObject({ ...failed, message: expect.stringMatching(message) });
  });

  test('a workspace without single sign-on, and one that does not exist, in the same way', async () => {
    const { slug } = await openShop();
    for (const workspace of [slug, 'no-such-workspace'])
      await expect(begin(workspace)).rejects.toMatchObject({ code: 'unknown_single_sign_on' });
  });

  test.each([
    ['a private address', 'http://10.0.0.1', /public address|https URL/],
    ['plain http', 'http://example.com', /https URL|resolves/],
    ['a metadata address', 'http://169.254.169.254', /public address/],
    ['text that is no address', 'issuer', /absolute https URL/],
  ])('%s as the issuer', async (_what, address, message) => {
    const { owner } = await openShop();
    const given = { issuer: address, ...CLIENT, ...NOT_SET };
    await expect(owner.call(setSingleSignOn, given)).rejects.toMatchObject({
      code: 'invalid_issuer',
      message: expect.stringMatching(message),
    });
    await expect(owner.call(getSingleSignOn, {})).rejects.toMatchObject({ code: 'unknown_single_sign_on' });
  });

  test('metadata that names another issuer', async () => {
    const { owner } = await openShop();
    getIssuer().intercept = (_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: 'https://evil.example' }));
      return true;
    };
    const given = { issuer: getIssuer().url, ...CLIENT, ...NOT_SET };
    await expect(owner.call(setSingleSignOn, given)).rejects.toMatchObject({ code: 'invalid_issuer' });
  });

  test.each(['agent', 'developer'] as const)('to make everyone a member with the role %s', async (newMemberRole) => {
    const { slug, owner } = await openShop();
    const given = { issuer: getIssuer().url, ...CLIENT, ...NOT_SET, newMemberRole };
    await expect(owner.call(setSingleSignOn, given)).rejects.toMatchObject({ code: 'missing_domains' });
    const { prisma } = house.database.db;
    const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
    const stored = { tenantId, issuer: 'x', clientId: 'x', clientSecret: 'x', newMemberRole, updatedAt: new Date() };
    for (const domains of [[], undefined])
      await expect(prisma.signInIssuer.create({ data: { ...stored, ...(domains && { domains }) } })).rejects.toThrow(
        /sign_in_issuers_role/,
      );
  });

  test('a new member of an inactive workspace', async () => {
    const { slug } = await openOffice(NEW_AGENTS);
    await house.call(updateTenant, { slug, status: 'inactive' });
    await expect(enter(slug, personOf(newEmail()))).rejects.toMatchObject({ code: 'tenant_inactive' });
  });
});
