import { connect } from 'node:net';
import { request } from 'undici';
import type { ExternalServer } from './external-servers.ts';
import { type Found, failure, ok, reasonOf, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;

const accepts = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: WITHIN_MS });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no connection within ${WITHIN_MS / 1000} s`)));
    socket.once('error', reject);
  });

async function reach({ url, host, port }: ExternalServer): Promise<void> {
  if (url === null) return accepts(host, port);
  const { body } = await request(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  // Any status is fine: the request reached the right host.
  await body.dump();
}

/** Connections to providers, the mail server and the store of files. */
export async function checkEgress({ externalServers }: Patient): Promise<Found[]> {
  const check = async (server: ExternalServer): Promise<Found[]> => {
    try {
      await reach(server);
      return [];
    } catch (error) {
      const tell = server.isUsed ? failure : warning;
      return [
        tell(
          `The ${server.name} at ${server.host}:${server.port} is not reachable: ${reasonOf(error)}.`,
          `Allow connections from this machine to ${server.host}:${server.port} in the firewall.`,
        ),
      ];
    }
  };
  const found = (await Promise.all((await externalServers()).map(check))).flat();
  return found.length > 0 ? found : [ok('Everything that Parley calls is reachable.')];
}
