import { createHash } from 'node:crypto';
import {
  beginSingleSignOn,
  DEPLOYMENT_CALLBACK,
  finishSingleSignOn,
  setSingleSignOn,
} from '@parley/common/contracts/console/single-sign-on';
import type { InputOf } from '@parley/common/define-contract';
import { CLIENT, openIssuer, type TestIssuer } from '@parley/testing/servers/open-issuer';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Browser, consoleOfFile } from './open-console.ts';
import { shopsOf } from './open-shop.ts';

/** Where the issuers of workspaces send browsers, without the last segment. */
const REDIRECT_ADDRESS = 'http://localhost:8080/console/single-sign-on';
export const redirectUrlOf = (slug: string): string => `${REDIRECT_ADDRESS}/${slug}`;
/** The settings beside issuer and client. */
export const NOT_SET = { domains: [], newMemberRole: null, roleClaim: null };

/** People of the test's domain become agents. */
export const NEW_AGENTS = { newMemberRole: 'agent' as const, domains: ['shop.example'] };

/** A claim that gives roles. */
export const GROUPS = { name: 'groups', agent: ['desk'], developer: ['code'] };

export const deviceOf = (name: string) => ({ device: createHash('sha256').update(name).digest('hex') });
/** The browser of most visits. */
export const DEVICE = deviceOf('a browser');

/** The parameters that the console's page sends from the address that the browser comes back to. */
export const givenOf = ({ pathname, searchParams }: URL) => ({
  callback: pathname.split('/').at(-1) ?? '',
  state: searchParams.get('state') ?? '',
  code: searchParams.get('code') ?? '',
  iss: searchParams.get('iss') ?? undefined,
});

/** A person as the issuer describes them. */
export const personOf = (email: string, more: Partial<TestIssuer['person']> = {}) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  ...more,
});

/** A console for the tests of a file, with a real issuer (docs/reference/console.md#single-sign-on). */
export function singleSignOnOfFile() {
  const house = consoleOfFile();
  const { openShop, join, newEmail } = shopsOf(house);
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await openIssuer({ redirectUrls: [redirectUrlOf(DEPLOYMENT_CALLBACK)] });
  });
  beforeEach(() => {
    house.setNow(new Date());
    issuer.intercept = null;
    issuer.sendsIss = true;
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  /** A workspace with single sign-on. */
  async function openOffice(
    settings: Partial<Pick<InputOf<typeof setSingleSignOn>, 'domains' | 'newMemberRole' | 'roleClaim'>> = {},
  ) {
    const shop = await openShop();
    issuer.register(redirectUrlOf(shop.slug));
    await shop.owner.call(setSingleSignOn, { issuer: issuer.url, ...CLIENT, ...NOT_SET, ...settings });
    return shop;
  }

  const begin = (slug: string, visitor = DEVICE) => house.visit(beginSingleSignOn, { workspace: slug }, visitor);

  const finish = (returned: URL, visitor = DEVICE) => house.visit(finishSingleSignOn, givenOf(returned), visitor);

  /** The whole way of a person, until the session. */
  async function enter(slug: string, person: TestIssuer['person']): Promise<Browser> {
    issuer.person = person;
    const { url } = await begin(slug);
    return house.open((await finish(await issuer.visit(url))).sessionToken);
  }

  /** Finishes a visit for which the issuer gives this token in place of its own. */
  async function finishWith(makeToken: (claims: Record<string, unknown>) => string, office?: { slug: string }) {
    const { slug, owner } = await openOffice();
    const { email } = await join(owner);
    issuer.person = personOf(email);
    const { url } = await begin(office?.slug ?? slug);
    const returned = await issuer.visit(url);
    const nowSeconds = Math.floor(Date.now() / 1000);
    const times = { iat: nowSeconds, exp: nowSeconds + 300 };
    const nonce = new URL(url).searchParams.get('nonce');
    const token = makeToken({ ...personOf(email), iss: issuer.url, aud: CLIENT.clientId, nonce, ...times });
    issuer.intercept = (request, response) => {
      if (request.url !== '/token') return false;
      const answer = { access_token: 'x', token_type: 'Bearer', id_token: token };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      return true;
    };
    return finish(returned);
  }

  return { house, getIssuer: () => issuer, openShop, openOffice, join, newEmail, begin, finish, finishWith, enter };
}
