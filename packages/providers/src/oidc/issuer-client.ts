import * as oidc from 'openid-client';
import { egressRefusal } from '../egress/egress-refusal.ts';
import type { Egress } from '../egress/open-egress.ts';
import { type IssuerClaims, readClaims, valuesOf } from './issuer-claims.ts';
import { type IssuerFetch, makeIssuerFetch } from './issuer-fetch.ts';
import { IssuerProblem } from './issuer-problem.ts';

/** The egress rules for requests to issuers. */
export type IssuerEgress = Pick<Egress, 'checkUrl' | 'agent'>;

/** A client of ours at an issuer. */
export interface IssuerClientSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The secrets of one visit, which only we know until the browser returns. */
export interface VisitSecrets {
  nonce: string;
  verifier: string;
}

const SCOPE = 'openid email profile';
/** Clocks of issuers and ours may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 30;
const CODE = /^[\w.-]{1,60}$/;

function describe(error: unknown, failure: string | null): string {
  if (failure !== null) return failure;
  const given = error instanceof oidc.ResponseBodyError ? error.error : null;
  if (given !== null) return CODE.test(given) ? `the issuer answered ${given}` : 'the issuer refused';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `the answer of the issuer is not acceptable${CODE.test(code) ? ` (${code})` : ''}`;
}

/** Runs a step at an issuer. Errors: IssuerProblem. */
async function atIssuer<T>({ agent }: IssuerEgress, step: (fetch: IssuerFetch['fetch']) => Promise<T>) {
  const { fetch, failure } = makeIssuerFetch(agent);
  try {
    return await step(fetch);
  } catch (error) {
    if (error instanceof IssuerProblem) throw error;
    throw new IssuerProblem(describe(error, failure()), { cause: error });
  }
}

/** The way of authentication that the issuer supports; without a list it is the basic one (OpenID Connect Discovery 1.0). */
function authenticationAt({ token_endpoint_auth_methods_supported: ways }: oidc.ServerMetadata, secret: string) {
  const isPost = ways !== undefined && !ways.includes('client_secret_basic') && ways.includes('client_secret_post');
  return isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** Reads the metadata of an issuer, whose name must be the configured one. */
async function discover({ issuer, clientId, clientSecret }: IssuerClientSettings, fetch: IssuerFetch['fetch']) {
  const known = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
    // The egress rules allow plain http only where the operator opened it.
    execute: [oidc.allowInsecureRequests],
  });
  const metadata = known.serverMetadata();
  const authentication = authenticationAt(metadata, clientSecret);
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = new oidc.Configuration(metadata, clientId, client, authentication);
  config[oidc.customFetch] = fetch;
  oidc.allowInsecureRequests(config);
  // Otherwise the signature of a token is not checked, because it came over TLS.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/**
 * The address of the issuer to which a browser goes: the code flow with PKCE (RFC 7636) and a nonce.
 * Errors: IssuerProblem, service_unavailable.
 */
export const buildIssuerUrl = (
  egress: IssuerEgress,
  settings: IssuerClientSettings,
  { redirectUrl, state, nonce, verifier }: VisitSecrets & { redirectUrl: string; state: string },
): Promise<string> =>
  atIssuer(egress, async (fetch) => {
    const config = await discover(settings, fetch);
    const endpoint = config.serverMetadata().authorization_endpoint;
    if (endpoint === undefined) throw new IssuerProblem('the issuer names no authorization_endpoint');
    // Only an address that may be asked is shown to a browser.
    const refusal = await egressRefusal(() => egress.checkUrl(endpoint, settings.issuer));
    if (refusal !== null) throw new IssuerProblem(`its authorization_endpoint ${refusal}`);
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUrl,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  });

/** What the browser brought back. */
interface Returned {
  returned: URL;
  state: string;
  /** The claim whose values decide the roles; null: none does. */
  roleClaim: string | null;
}

/**
 * Redeems a code for claims: of the ID token, checked for signature, issuer, client, nonce and time, or of the user
 * information where the token lacks the address or the values of `roleClaim`. Errors: IssuerProblem.
 */
export const redeemCode = (
  egress: IssuerEgress,
  settings: IssuerClientSettings,
  { returned, state, nonce, verifier, roleClaim }: VisitSecrets & Returned,
): Promise<IssuerClaims> =>
  atIssuer(egress, async (fetch) => {
    const config = await discover(settings, fetch);
    const tokens = await oidc.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw new IssuerProblem('the issuer gave no ID token');
    const given = roleClaim === null ? [] : valuesOf(token, roleClaim);
    const isWhole = token.email !== undefined && (roleClaim === null || given.length > 0);
    const more =
      isWhole || config.serverMetadata().userinfo_endpoint === undefined
        ? token
        : await oidc.fetchUserInfo(config, tokens.access_token, token.sub);
    return {
      ...readClaims(token, token.email === undefined ? more : token),
      roleValues: roleClaim === null || given.length > 0 ? given : valuesOf(more, roleClaim),
    };
  });

/** A visit's secrets, from the library's generators. */
export const makeVisitSecrets = (): VisitSecrets => ({
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});
