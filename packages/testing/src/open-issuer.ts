import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the issuer. */
export interface IssuerPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** With the scope `profile`. */
  groups?: unknown;
}

type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A real OpenID Connect issuer (oidc-provider), whose people sign in without a form. */
export interface TestIssuer extends AsyncDisposable {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in with the next visit. */
  person: IssuerPerson;
  /** A token with these claims, signed with the key of the issuer. */
  signToken(claims: object): string;
  /** Answers requests in place of the issuer, if it returns true; null: none. */
  intercept: Intercept | null;
  /** Follows the issuer's address as a browser does; returns what it brings to the redirect URL. */
  visit(url: string): Promise<URL>;
}

export const CLIENT = { clientId: 'parley', clientSecret: 'a secret of the client, 32 bytes long' };
/** Another client at the same issuer. */
export const OTHER_CLIENT = { clientId: 'other', clientSecret: 'a secret of the other client, as long' };

const REDIRECTS_MAX = 10;
const KEY_ID = 'test';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function openIssuer({ redirectUrls }: { redirectUrls: string[] }): Promise<TestIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const people = new Map<string, IssuerPerson>();
  const clientOf = ({ clientId, clientSecret }: typeof CLIENT) => ({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: redirectUrls,
  });
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    clients: [clientOf(CLIENT), clientOf(OTHER_CLIENT)],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test issuer'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  });
  const issuer: TestIssuer = {
    url,
    ...CLIENT,
    person: { sub: 'nobody' },
    intercept: null,
    signToken(claims) {
      const content = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
    async visit(start) {
      const jar = new Map<string, string>();
      let next = start;
      for (let count = 0; count < REDIRECTS_MAX; count++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [pair = ''] = set.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const to = answer.headers.get('location');
        if (to === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`);
        next = new URL(to, next).href;
        if (redirectUrls.some((ours) => next.startsWith(`${ours}?`))) return new URL(next);
      }
      throw new Error('The issuer redirects without end.');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  /** Signs the person in and grants what was asked for, at once. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const { person } = issuer;
    people.set(person.sub, person);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? person.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true });
  }
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (issuer.intercept?.(request, response)) return;
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void serve(request, response);
  });
  return issuer;
}
