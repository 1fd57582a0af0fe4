import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
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
  /** The person who signs in with the next visit. */
  person: IssuerPerson;
  /** A token with these claims, signed with the key of the issuer. */
  signToken(claims: object): string;
  /** Answers requests in place of the issuer, if it returns true; null: none. */
  intercept: Intercept | null;
  /** Allows the clients another redirect URL. */
  register(redirectUrl: string): void;
  /** False: an issuer without RFC 9207, which names itself neither in its answers nor in its metadata as one that does. */
  sendsIss: boolean;
  /**
   * An issuer that attacks: it sends each browser on to the returned address in place of its own pages, and keeps the
   * codes that its token endpoint gets. Null: an honest one.
   */
  forward: ((asked: URL) => string) | null;
  /** The codes that the token endpoint got while {@link forward} was set. */
  stolenCodes: string[];
  /** Follows an issuer's address as a browser does, until it brings something to a redirect URL. */
  visit(url: string): Promise<URL>;
}

export const CLIENT = { clientId: 'parley', clientSecret: 'a secret of the client, 32 bytes long' };
/** Another client at the same issuer. */
export const OTHER_CLIENT = { clientId: 'other', clientSecret: 'a secret of the other client, as long' };

const REDIRECTS_MAX = 10;
const REDIRECT_PATH = '/console/single-sign-on';
/** A client needs a redirect URL when it is made; the real ones are registered later. */
const PLACEHOLDER_URL = 'http://127.0.0.1/';
const METADATA_PATH = '/.well-known/openid-configuration';
const KEY_ID = 'test';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Makes an RSA key. Node 20 deadlocks if it collects the job that generated a key while it exports this key as a JWK: both
 * take the key's mutex on one thread. A key that is read again from its PEM has a mutex of its own.
 */
function makeKey(): KeyObject {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return createPrivateKey(privateKey);
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Follows redirects as a browser does, until one leads to a redirect URL of the console. */
async function followRedirects(start: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(start);
  for (let count = 0; count < REDIRECTS_MAX; count++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const to = answer.headers.get('location');
    if (to === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`);
    next = new URL(to, next);
    if (next.pathname.startsWith(REDIRECT_PATH)) return next;
  }
  throw new Error('The issuer redirects without end.');
}

/** Makes a provider one without RFC 9207: no `iss` in its answers, and no promise of one in its metadata. */
function withoutIss(response: ServerResponse, { isMetadata }: { isMetadata: boolean }): void {
  const { setHeader, end } = response;
  response.setHeader = (name, value) => {
    if (name.toLowerCase() !== 'location') return setHeader.call(response, name, value);
    return setHeader.call(response, name, String(value).replace(/([?&])iss=[^&]*&?/, '$1'));
  };
  if (!isMetadata) return;
  response.removeHeader('content-length');
  response.end = (content: unknown) => {
    const metadata = { ...JSON.parse(String(content)), authorization_response_iss_parameter_supported: undefined };
    const body = JSON.stringify(metadata);
    setHeader.call(response, 'content-length', Buffer.byteLength(body));
    return end.call(response, body, 'utf8');
  };
}

export async function openIssuer({ redirectUrls }: { redirectUrls: string[] }): Promise<TestIssuer> {
  const registered = new Set(redirectUrls);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const privateKey = makeKey();
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const people = new Map<string, IssuerPerson>();
  const clientOf = ({ clientId, clientSecret }: typeof CLIENT) => ({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [PLACEHOLDER_URL],
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
  provider.Client.prototype.redirectUriAllowed = (value) => registered.has(value);
  const issuer: TestIssuer = {
    url,
    ...CLIENT,
    person: { sub: 'nobody' },
    intercept: null,
    sendsIss: true,
    forward: null,
    stolenCodes: [],
    register: (redirectUrl) => void registered.add(redirectUrl),
    signToken(claims) {
      const content = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
    visit: followRedirects,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  /** Signs the person in and grants the request at once. */
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
  /** Plays the attacker; false for requests that an honest issuer answers in the same way. */
  function attack(request: IncomingMessage, response: ServerResponse): boolean {
    const asked = new URL(request.url ?? '/', url);
    if (issuer.forward === null) return false;
    if (asked.pathname === '/auth') response.writeHead(303, { location: issuer.forward(asked) }).end();
    else if (asked.pathname === '/token')
      void bodyOf(request).then((form) => {
        issuer.stolenCodes.push(form.get('code') ?? '');
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      });
    else return false;
    return true;
  }
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (issuer.intercept?.(request, response) || attack(request, response)) return;
    if (!issuer.sendsIss) withoutIss(response, { isMetadata: request.url === METADATA_PATH });
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void serve(request, response);
  });
  return issuer;
}
