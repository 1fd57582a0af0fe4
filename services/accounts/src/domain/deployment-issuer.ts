import type { Environment } from '@parley/runtime/environment';

/** The variables that name it. */
export type IssuerEnvironment = Partial<
  Pick<
    Environment,
    'PARLEY_OIDC_ISSUER' | 'PARLEY_OIDC_CLIENT_ID' | 'PARLEY_OIDC_CLIENT_SECRET' | 'PARLEY_OIDC_DOMAINS'
  >
>;

/** The issuer of the deployment (docs/reference/console.md#the-issuer-of-the-deployment). */
export interface DeploymentIssuer {
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
