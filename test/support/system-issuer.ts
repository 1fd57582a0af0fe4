import { openIssuer, type TestIssuer } from '@parley/testing/open-issuer';

/** An issuer that redirects to the console of a running product, by any name of this machine. */
export function openSystemIssuer({ origin }: { origin: string }): Promise<TestIssuer> {
  const { port } = new URL(origin);
  const hosts = ['127.0.0.1', 'localhost'];
  return openIssuer({ redirectUrls: hosts.map((host) => `http://${host}:${port}/console/single-sign-on`) });
}
