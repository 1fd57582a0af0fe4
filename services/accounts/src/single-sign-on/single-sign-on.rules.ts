import { isDeepStrictEqual } from 'node:util';
import { Email } from '@parley/common/contracts/console/sign-in';
import type { getSingleSignOn, RoleClaim } from '@parley/common/contracts/console/single-sign-on';
import type { OutputOf } from '@parley/common/define-contract';
import type { TenantRole } from '@parley/common/workspace/console-roles';
import type { IssuerClaims } from '@parley/providers/oidc/issuer-claims';
import type { Environment } from '@parley/runtime/environment';
import { emailKeyOf, type Member } from '../members/member.rules.ts';

/** The issuer of a workspace, as it is stored. */
export interface SingleSignOn {
  tenantId: number;
  issuer: string;
  clientId: string;
  /** Encrypted. */
  clientSecret: string;
  domains: string[];
  newMemberRole: Exclude<TenantRole, 'owner'> | null;
  /** Decides the roles of every member but owners, at each sign-in; null: no claim does. */
  roleClaim: RoleClaim | null;
}

/** The issuer at which the members of a workspace sign in. */
export interface SignInIssuer extends Omit<SingleSignOn, 'tenantId'> {
  /** The last segment of its redirect URL. */
  callback: string;
}

/** A browser that was sent to an issuer. */
export interface IssuerVisit {
  stateHash: Buffer;
  /** Null: no workspace has the given slug. */
  tenantId: number | null;
  callback: string;
  device: string;
  network: string | null;
  /** {@link networkBlockOf} the network. */
  networkBlock: string | null;
  /** From a device or network from which a member of the workspace has signed in. */
  isKnown: boolean;
  issuer: string;
  clientId: string;
  /** Encrypted. */
  secrets: string;
  expiresAt: Date;
}

export const CLIENT_SECRET_PURPOSE = 'sign_in_issuers.client_secret';
export const VISIT_PURPOSE = 'issuer_visits.secrets';
export const VISIT_MS = 10 * 60_000;
/** Visits of ten minutes at the issuer with one redirect URL, until a member has signed in with them. */
const VISITS_MAX_BY = { device: 50, network: 50, networkBlock: 200 } as const;
export const VISITS_MAX = 5000;
/** Devices and networks of a workspace that are known. */
export const KNOWN_PLACES_MAX = 2000;

/** Visits from the same places as a new one. */
export type VisitCounts = Record<keyof typeof VISITS_MAX_BY, number>;

/** The /48 of an IPv6 network, whose /64s one person can have; an IPv4 address. */
export const networkBlockOf = (network: string | null): string | null =>
  network?.includes(':') ? network.split(':').slice(0, 3).join(':') : network;

/**
 * Whether a browser may be sent to the issuer. Strangers of a network cannot keep out a device or network that is known:
 * only its own visits count there.
 */
export const mayVisit = (counts: VisitCounts, { isKnown }: Pick<IssuerVisit, 'isKnown'>): boolean =>
  counts.device < VISITS_MAX_BY.device &&
  (isKnown || (counts.network < VISITS_MAX_BY.network && counts.networkBlock < VISITS_MAX_BY.networkBlock));

const REDIRECT_PATH = '/console/single-sign-on';

/**
 * Each issuer has its own redirect URL. Otherwise the issuer of one workspace could have the code of another one's sent
 * to itself (RFC 9700, section 4.4).
 */
export const redirectUrlOf = (publicUrl: string, callback: string): string =>
  `${publicUrl}${REDIRECT_PATH}/${callback}`;

/** Members of another issuer, client or domain have to sign in again. */
export const isSameIssuer = (
  one: Pick<SingleSignOn, 'issuer' | 'clientId' | 'domains'>,
  other: Pick<SingleSignOn, 'issuer' | 'clientId' | 'domains'>,
): boolean =>
  one.issuer === other.issuer &&
  one.clientId === other.clientId &&
  one.domains.toSorted().join() === other.domains.toSorted().join();

/** Whether both give the same roles: others are given at the next sign-in. */
export const hasSameRoles = (one: Pick<SingleSignOn, 'roleClaim'>, other: Pick<SingleSignOn, 'roleClaim'>): boolean =>
  isDeepStrictEqual(one.roleClaim, other.roleClaim);

/** The roles that the values of the claim give, in the order of TenantRoles. */
function rolesOfValues({ agent, developer }: RoleClaim, values: readonly string[]): TenantRole[] {
  const given = { agent, developer };
  return (['agent', 'developer'] as const).filter((role) => given[role].some((value) => values.includes(value)));
}

/** The effect of a sign-in, or why it is refused. */
type SignInDecision =
  // `roles` null: they keep theirs.
  | { does: 'enter' | 'link'; member: Member; roles: TenantRole[] | null }
  | { does: 'create'; email: string; roles: TenantRole[] }
  | { does: 'refuse'; why: string };

interface Known {
  /** The member who signed in with this account of the issuer before. */
  ofSubject: Member | null;
  /** The member with the address, and whether another account of the issuer is theirs. */
  ofEmail: { member: Member; isLinked: boolean } | null;
}

const OTHER_DOMAIN = 'Addresses of this domain may not sign in to this workspace.';
const NO_ROLE = 'The issuer gives this account no role in this workspace.';

const domainOf = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf('@') + 1);

const refuse = (why: string): SignInDecision => ({ does: 'refuse', why });

/**
 * The person who signs in (docs/reference/console.md#single-sign-on). The first time the verified address decides, from
 * then on the account at the issuer: an address that an issuer gives to another person opens nothing. The claim of
 * roles never makes or changes an owner.
 */
export function decideSignIn(
  { email, isEmailVerified, roleValues }: Pick<IssuerClaims, 'email' | 'isEmailVerified' | 'roleValues'>,
  { domains, newMemberRole, roleClaim }: Pick<SingleSignOn, 'domains' | 'newMemberRole' | 'roleClaim'>,
  { ofSubject, ofEmail }: Known,
): SignInDecision {
  const given = roleClaim && rolesOfValues(roleClaim, roleValues);
  const enter = (does: 'enter' | 'link', member: Member): SignInDecision => {
    if (given === null || member.roles.includes('owner')) return { does, member, roles: null };
    return given.length === 0 ? refuse(NO_ROLE) : { does, member, roles: given };
  };
  const isOfDomains = (address: string): boolean =>
    domains.length === 0 || domains.includes(domainOf(emailKeyOf(address)));
  // The member's own address, which was that of the account at its first sign-in: the operator may have narrowed the domains.
  if (ofSubject) return isOfDomains(ofSubject.email) ? enter('enter', ofSubject) : refuse(OTHER_DOMAIN);
  if (email === null || !Email.safeParse(email).success) return refuse('The issuer gave no e-mail address.');
  if (!isEmailVerified) return refuse('The issuer does not say that the e-mail address is verified.');
  if (!isOfDomains(email)) return refuse(OTHER_DOMAIN);
  if (ofEmail?.isLinked) return refuse('The member with this address signs in with another account of the issuer.');
  if (ofEmail) return enter('link', ofEmail.member);
  if (given) return given.length === 0 ? refuse(NO_ROLE) : { does: 'create', email, roles: given };
  if (newMemberRole === null)
    return refuse('No member of this workspace has this address: ask an owner to invite you.');
  return { does: 'create', email, roles: [newMemberRole] };
}

/** The address to which the issuer redirected the browser, from the parameters that the browser brought back. */
export function returnedUrl(
  redirectUrl: string,
  given: { code: string; state: string; iss?: string | undefined },
): URL {
  const url = new URL(redirectUrl);
  for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

export const toSingleSignOnView = (
  { issuer, clientId, domains, newMemberRole, roleClaim }: Omit<SingleSignOn, 'clientSecret' | 'tenantId'>,
  { publicUrl, slug }: { publicUrl: string; slug: string },
): OutputOf<typeof getSingleSignOn> => ({
  ...{ issuer, clientId, domains, newMemberRole, roleClaim },
  redirectUrl: redirectUrlOf(publicUrl, slug),
  signInUrl: `${publicUrl}/console/sign-in?workspace=${slug}`,
});

/** The variables that name it. */
export type IssuerEnvironment = Partial<
  Pick<
    Environment,
    'PARLEY_OIDC_ISSUER' | 'PARLEY_OIDC_CLIENT_ID' | 'PARLEY_OIDC_CLIENT_SECRET' | 'PARLEY_OIDC_DOMAINS'
  >
>;

/** The issuer of the deployment (docs/reference/console.md#the-issuer-of-the-deployment). */
interface DeploymentIssuer {
  issuer: string;
  clientId: string;
  /** In plain. */
  clientSecret: string;
  domains: string[];
}

/** Null: there is none. Throws when a variable is missing, naming it. */
export function readDeploymentIssuer({
  PARLEY_OIDC_ISSUER: issuer,
  PARLEY_OIDC_CLIENT_ID: clientId,
  PARLEY_OIDC_CLIENT_SECRET: clientSecret,
  PARLEY_OIDC_DOMAINS: domains = [],
}: IssuerEnvironment): DeploymentIssuer | null {
  if (issuer === undefined) return null;
  if (clientId === undefined) throw new Error('PARLEY_OIDC_ISSUER needs PARLEY_OIDC_CLIENT_ID.');
  if (clientSecret === undefined) throw new Error('PARLEY_OIDC_ISSUER needs PARLEY_OIDC_CLIENT_SECRET.');
  return { issuer, clientId, clientSecret, domains };
}
