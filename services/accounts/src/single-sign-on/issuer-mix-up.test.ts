import {
  DEPLOYMENT_CALLBACK,
  finishSingleSignOn,
  setSingleSignOn,
} from '@parley/common/contracts/console/single-sign-on';
import { Slug } from '@parley/common/fields';
import { CLIENT, openIssuer, type TestIssuer } from '@parley/testing/servers/open-issuer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE, deviceOf, givenOf, NOT_SET, personOf, singleSignOnOfFile } from '../../test/open-single-sign-on.ts';

const { house, getIssuer, openShop, openOffice, join, begin, finish } = singleSignOnOfFile();
const MALLORY = deviceOf("Mallory's browser");
let evil: TestIssuer;
beforeAll(async () => {
  evil = await openIssuer({ redirectUrls: [] });
});
beforeEach(() => {
  evil.forward = null;
  evil.stolenCodes = [];
  for (const issuer of [evil, getIssuer()]) issuer.sendsIss = false;
});
afterAll(() => evil[Symbol.asyncDispose]());

/** A workspace of the attacker, with an issuer that the attacker runs. */
async function openEvilShop(): Promise<string> {
  const { slug, owner } = await openShop();
  await owner.call(setSingleSignOn, { issuer: evil.url, ...CLIENT, ...NOT_SET });
  return slug;
}

/**
 * The victim presses one button on the sign-in page of the attacker's workspace. The attacker's issuer sends the browser
 * on to the honest one, with the challenge and the nonce of a visit that the attacker began in the victim's workspace.
 * Returns what the victim's browser brings back, and the attacker's own visit.
 */
async function attack(slug: string, change: (forwarded: URL) => void = () => {}, evilSlug?: string) {
  const mine = new URL((await begin(slug, MALLORY)).url);
  evil.forward = (asked) => {
    const forwarded = new URL(mine);
    forwarded.searchParams.set('state', asked.searchParams.get('state') ?? '');
    change(forwarded);
    return forwarded.href;
  };
  const { url } = await begin(evilSlug ?? (await openEvilShop()));
  return { mine, returned: await evil.visit(url) };
}

/** The attacker finishes their own visit with a code. */
const finishAsMallory = (mine: URL, returned: URL, code = '') =>
  house.visit(
    finishSingleSignOn,
    { ...givenOf(returned), state: mine.searchParams.get('state') ?? '', code, iss: undefined },
    MALLORY,
  );

/** The issuer of the deployment; null: there is none. */
function setDeploymentIssuer(url: string | undefined): void {
  const { environment } = house.service;
  environment.PARLEY_OIDC_ISSUER = url;
  environment.PARLEY_OIDC_CLIENT_ID = CLIENT.clientId;
  environment.PARLEY_OIDC_CLIENT_SECRET = CLIENT.clientSecret;
}
afterEach(() => setDeploymentIssuer(undefined));

// RFC 9700, section 4.4.
describe('an issuer of another workspace that forwards to the honest one', () => {
  test.each([
    ['of a workspace', openOffice],
    ['of the deployment', openShop],
  ])('gets no code of the issuer %s: the redirect URL is not that of its visit', async (whose, open) => {
    if (whose === 'of the deployment') setDeploymentIssuer(getIssuer().url);
    const { slug, owner } = await open();
    const { email } = await join(owner, 'owner');
    getIssuer().person = personOf(email);
    const { mine, returned } = await attack(slug);
    const finished = await finish(returned).catch((error: unknown) => error);
    const [stolen] = evil.stolenCodes;
    const entered = await finishAsMallory(mine, returned, stolen ?? 'x').catch(() => null);
    const member = entered && (await house.whoHas(entered.sessionToken));
    expect({ stolen, member }).toEqual({ stolen: undefined, member: null });
    expect(finished).toMatchObject({ code: 'unknown_link' });
  });

  test('gets no code at its own redirect URL: that is not registered at the honest issuer', async () => {
    const { slug } = await openOffice();
    const theirs = attack(slug, ({ searchParams }) => {
      const own = searchParams.get('redirect_uri') ?? '';
      searchParams.set('redirect_uri', own.replace(slug, 'evil'));
    });
    await expect(theirs).rejects.toThrow(/redirect_uri/);
  });

  test('gets no code when the browser reports the redirect URL of the visit, but the issuer names itself', async () => {
    const { slug, owner } = await openOffice();
    getIssuer().sendsIss = true;
    getIssuer().person = personOf((await join(owner)).email);
    const evilSlug = await openEvilShop();
    const { returned } = await attack(slug, undefined, evilSlug);
    const forged = house.visit(finishSingleSignOn, { ...givenOf(returned), callback: evilSlug }, DEVICE);
    await expect(forged).rejects.toMatchObject({ code: 'single_sign_on_failed' });
    expect(evil.stolenCodes).toEqual([]);
  });
});

describe('the redirect URL', () => {
  test('of another workspace, of the deployment, and without a workspace finishes nothing', async () => {
    const [{ slug, owner }, other] = [await openOffice(), await openOffice()];
    getIssuer().person = personOf((await join(owner)).email);
    const returned = await getIssuer().visit((await begin(slug)).url);
    for (const callback of [other.slug, DEPLOYMENT_CALLBACK, 'single-sign-on']) {
      const there = house.visit(finishSingleSignOn, { ...givenOf(returned), callback }, DEVICE);
      await expect(there).rejects.toMatchObject({ code: 'unknown_link' });
    }
    expect(await finish(returned)).toMatchObject({ sessionToken: expect.any(String) });
  });

  test('of the deployment ends for a workspace that has set a separate issuer since the sign-in began', async () => {
    setDeploymentIssuer(getIssuer().url);
    const { slug, owner } = await openShop();
    getIssuer().person = personOf((await join(owner)).email);
    const returned = await getIssuer().visit((await begin(slug)).url);
    await owner.call(setSingleSignOn, { issuer: getIssuer().url, ...CLIENT, ...NOT_SET });
    await expect(finish(returned)).rejects.toMatchObject({ code: 'unknown_single_sign_on' });
  });

  test('cannot be that of a workspace and of the deployment: a slug has no underscore', () => {
    expect(Slug.safeParse(DEPLOYMENT_CALLBACK).success).toBe(false);
  });
});

// RFC 9207.
test.each([
  [true, 'is refused'],
  [false, 'is accepted'],
])('a response without iss, although the issuer’s metadata promise it (%s), %s', async (isPromised) => {
  // The settings are saved after that, which reads the metadata.
  getIssuer().sendsIss = isPromised;
  const { slug, owner } = await openOffice();
  getIssuer().person = personOf((await join(owner)).email);
  const given = { ...givenOf(await getIssuer().visit((await begin(slug)).url)), iss: undefined };
  const answer = house.visit(finishSingleSignOn, given, DEVICE);
  if (isPromised) await expect(answer).rejects.toMatchObject({ code: 'single_sign_on_failed' });
  else expect(await answer).toHaveProperty('sessionToken');
});
