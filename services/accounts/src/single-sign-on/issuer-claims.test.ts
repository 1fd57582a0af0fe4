import { me } from '@parley/common/contracts/console/my-account';
import { describe, expect, test } from 'vitest';
import { NEW_AGENTS, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openOffice, join, newEmail, finishWith, enter } = singleSignOnOfFile();
const finishWithClaims = (change: object) => finishWith((claims) => getIssuer().signToken({ ...claims, ...change }));

// docs/reference/console.md#claims
describe('a claim of an issuer is refused', () => {
  const unusable: [string, unknown][] = [
    ['with NUL', 'a\u0000b'],
    ['with another control character', 'a\u0085b'],
    ['with a lone high surrogate', 'a\ud800'],
    ['with a lone low surrogate', '\udc00a'],
    ['that is overlong', 'a'.repeat(100_000)],
    ['that is no text', { of: 'text' }],
  ];
  const cases = ['sub', 'email', 'name'].flatMap((claim) =>
    unusable.map(([what, value]) => [claim, what, value] as const),
  );
  test.each([
    ...cases,
    ['sub', 'that is empty', ''],
    ['sub', 'with 256 characters', 'a'.repeat(256)],
    ['sub', 'that is missing', undefined],
    ['email', 'with 255 characters', `${'a'.repeat(242)}@shop.example`],
  ] as const)('%s %s, and the error names it or says that the token is not acceptable', async (claim, _what, value) => {
    await expect(finishWithClaims({ [claim]: value })).rejects.toMatchObject({
      code: 'single_sign_on_failed',
      message: expect.stringMatching(new RegExp(`claim ${claim}|not acceptable`)),
    });
  });

  test('in the user information too', async () => {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    getIssuer().intercept = (request, response) => {
      if (request.url !== '/me') return false;
      const claims = { ...personOf(email), email: `${email}\u0000` };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(claims));
      return true;
    };
    await expect(enter(slug, personOf(email))).rejects.toMatchObject({
      code: 'single_sign_on_failed',
      message: expect.stringContaining('claim email'),
    });
  });
});

describe('accounts of an issuer', () => {
  test('whose sub differs by a lone surrogate do not become one', async () => {
    await expect(finishWithClaims({ sub: 'ann\ud800' })).rejects.toMatchObject({ code: 'single_sign_on_failed' });
    await expect(finishWithClaims({ sub: 'ann\udbff' })).rejects.toMatchObject({ code: 'single_sign_on_failed' });
    expect(await house.database.db.prisma.memberIdentity.count({ where: { subject: 'ann\ufffd' } })).toBe(0);
  });

  test('with a sub of 255 characters of any script are stored exactly', async () => {
    const { slug } = await openOffice(NEW_AGENTS);
    const [one, other] = ['م'.repeat(255), `${'م'.repeat(254)}ن`];
    const first = await enter(slug, personOf(newEmail(), { sub: one }));
    const second = await enter(slug, personOf(newEmail(), { sub: other }));
    expect(first.member.memberId).not.toBe(second.member.memberId);
    expect(await house.database.db.prisma.memberIdentity.count({ where: { subject: { in: [one, other] } } })).toBe(2);
  });

  test.each([
    ['no name, or an empty one', '', (email: string) => email],
    ['a name without a visible character', '\u200b\u2060', (email: string) => email],
    ['a name of which the first 100 characters count', `${'a'.repeat(99)}😀`, () => 'a'.repeat(99)],
  ])('become members with %s', async (_what, name, shown) => {
    const { slug } = await openOffice(NEW_AGENTS);
    const email = newEmail();
    const browser = await enter(slug, personOf(email, { name }));
    expect((await browser.call(me, {})).member?.name).toBe(shown(email));
  });
});
