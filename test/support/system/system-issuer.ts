import { openIssuer, type TestIssuer } from '@parley/testing/servers/open-issuer';

/** A real issuer for workspaces of a running product. */
export interface SystemIssuer extends TestIssuer {
  /** Registers the redirect URL of a workspace, by any name of this machine. */
  registerWorkspace(slug: string): void;
}

/** The redirect URL that all issuers shared, by any name of this machine. */
export const formerRedirectUrls = ({ origin }: { origin: string }): string[] =>
  ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${new URL(origin).port}/console/single-sign-on`);

export async function openSystemIssuer(system: { origin: string }): Promise<SystemIssuer> {
  const issuer = await openIssuer({ redirectUrls: [] });
  return Object.assign(issuer, {
    registerWorkspace(slug: string) {
      for (const url of formerRedirectUrls(system)) issuer.register(`${url}/${slug}`);
    },
  });
}
