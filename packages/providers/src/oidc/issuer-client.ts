import * as oidc from 'openid-client';
import { egressRefusal } from '../egress/egress-refusal.ts';
import { atIssuer, type IssuerEgress } from './at-issuer.ts';
import { type IssuerClaims, readClaims, valuesOf } from './issuer-claims.ts';
import type { IssuerFetch } from './issuer-fetch.ts';
import { type IssuerMetadata, makeIssuerMetadata } from './issuer-metadata.ts';
import { IssuerProblem } from './issuer-problem.ts';

/** The issuers of all workspaces, with their cached metadata. */
export interface Issuers {
  egress: IssuerEgress;
  metadata: IssuerMetadata;
}

export const openIssuers = (egress: IssuerEgress, nowMs: () => number): Issuers => ({
  egress,
  metadata: makeIssuerMetadata(egress, nowMs),
});

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
/** The way of authentication that the issuer supports; without a list it is the basic one (OpenID Connect Discovery 1.0). */
function authenticationAt({ token_endpoint_auth_methods_supported: ways }: oidc.ServerMetadata, secret: string) {
  const isPost = ways !== undefined && !ways.includes('client_secret_basic') && ways.includes('client_secret_post');
  return isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** The library's client of ours at an issuer. */
async function openClient({ metadata }: Issuers, settings: IssuerClientSettings, fetch: IssuerFetch['fetch']) {
  const { issuer, clientId, clientSecret } = settings;
  const known = await metadata.read(issuer);
  const authentication = authenticationAt(known, clientSecret);
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = new oidc.Configuration(known, clientId, client, authentication);
  config[oidc.customFetch] = fetch;
  // The egress rules allow plain http only where the operator opened it.
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
  issuers: Issuers,
  settings: IssuerClientSettings,
  { redirectUrl, state, nonce, verifier }: VisitSecrets & { redirectUrl: string; state: string },
): Promise<string> =>
  atIssuer(issuers.egress, async (fetch) => {
    const config = await openClient(issuers, settings, fetch);
    const endpoint = config.serverMetadata().authorization_endpoint;
    if (endpoint === undefined) throw new IssuerProblem('the issuer names no authorization_endpoint');
    // A browser is sent only to an address that the egress rules allow.
    const refusal = await egressRefusal(() => issuers.egress.checkUrl(endpoint, settings.issuer));
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

/** The parameters that the browser brought back. */
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
  issuers: Issuers,
  settings: IssuerClientSettings,
  { returned, state, nonce, verifier, roleClaim }: VisitSecrets & Returned,
): Promise<IssuerClaims> =>
  atIssuer(issuers.egress, async (fetch) => {
    const config = await openClient(issuers, settings, fetch);
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
