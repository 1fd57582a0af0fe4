import { me } from '@parley/common/contracts/console/my-account';
import { deleteSingleSignOn, setSingleSignOn } from '@parley/common/contracts/console/single-sign-on';
import { CLIENT, OTHER_CLIENT } from '@parley/testing/servers/open-issuer';
import { beforeEach, describe, expect, test } from 'vitest';
import { NOT_SET, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, newEmail, begin, enter } = singleSignOnOfFile();

/** Changes the deployment's issuer; null: it has none. */
function setIssuer(url: string | null, domains?: string[]): void {
  const { environment } = house.service;
  environment.PARLEY_OIDC_ISSUER = url ?? undefined;
  environment.PARLEY_OIDC_CLIENT_ID = CLIENT.clientId;
  environment.PARLEY_OIDC_CLIENT_SECRET = CLIENT.clientSecret;
  environment.PARLEY_OIDC_DOMAINS = domains;
}
beforeEach(() => setIssuer(getIssuer().url));

// docs/reference/console.md#the-issuer-of-the-deployment
describe('the issuer of the deployment', () => {
  test('signs in the members of a workspace without a separate issuer, and creates no members', async () => {
    const { slug, owner } = await openShop();
    const { id, email } = await join(owner);
    const browser = await enter(slug, personOf(email));
    expect(browser.member).toMatchObject({ memberId: id, tenantSlug: slug, viaIssuer: true });
    await expect(enter(slug, personOf(newEmail()))).rejects.toMatchObject({ code: 'single_sign_on_refused' });
    // From then on the account decides.
    const again = await enter(slug, { sub: `sub of ${email}`, email: newEmail(), email_verified: false });
    expect(again.member.memberId).toBe(id);
  });

  test('lets only addresses of its domains in', async () => {
    setIssuer(getIssuer().url, ['only.example']);
    const { slug, owner } = await openShop();
    const { email } = await join(owner);
    await expect(enter(slug, personOf(email))).rejects.toMatchObject({ code: 'single_sign_on_refused' });
    // Also an account that signed in before the operator named the domains.
    setIssuer(getIssuer().url);
    await enter(slug, personOf(email));
    setIssuer(getIssuer().url, ['only.example']);
    await expect(enter(slug, personOf(email))).rejects.toMatchObject({ code: 'single_sign_on_refused' });
  });

  test('is not that of a workspace with its own, whose accounts are others', async () => {
    const { slug, owner } = await openShop();
    const [first, second] = [await join(owner), await join(owner)];
    const browser = await enter(slug, { ...personOf(first.email), sub: 'the same sub' });
    setIssuer('https://elsewhere.example');
    await owner.call(setSingleSignOn, { issuer: getIssuer().url, ...OTHER_CLIENT, ...NOT_SET });
    expect(new URL((await begin(slug)).url).searchParams.get('client_id')).toBe(OTHER_CLIENT.clientId);
    await owner.call(deleteSingleSignOn, {});
    expect(await house.whoHas(browser.token)).toBeNull();
    // At another issuer the same `sub` is another person's account.
    await house.database.db.prisma.memberIdentity.create({
      data: {
        memberRow: (await house.database.db.prisma.member.findUniqueOrThrow({ where: { memberId: first.id } })).id,
        tenantId: (await house.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug } })).id,
        issuer: 'https://elsewhere.example',
        subject: 'the same sub',
      },
    });
    setIssuer(getIssuer().url);
    const other = await enter(slug, { ...personOf(second.email), sub: 'the same sub' });
    expect(other.member.memberId).toBe(second.id);
    // A member whose only link is to another issuer is linked to the new account.
    expect((await enter(slug, personOf(first.email))).member.memberId).toBe(first.id);
  });

  test('ends its sessions with it, and not those of a workspace with its own issuer or of passwords', async () => {
    const [shop, office] = [await openShop(), await openOffice()];
    const { email } = await join(shop.owner);
    const browser = await enter(shop.slug, personOf(email));
    const own = await enter(office.slug, personOf((await join(office.owner)).email));
    for (const gone of [null, 'https://elsewhere.example']) {
      setIssuer(gone);
      expect(await house.whoHas(browser.token)).toBeNull();
      expect(await house.whoHas(own.token)).not.toBeNull();
      expect(await shop.owner.call(me, {})).toMatchObject({ roles: ['owner'] });
    }
    setIssuer(null);
    await expect(begin(shop.slug)).rejects.toMatchObject({ code: 'unknown_single_sign_on' });
    await expect(begin('no-such-workspace')).rejects.toMatchObject({ code: 'unknown_single_sign_on' });
  });
});
