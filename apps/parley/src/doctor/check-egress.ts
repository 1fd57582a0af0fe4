import { connect } from 'node:net';
import { request } from 'undici';
import { type Found, failure, ok, reasonOf, warning } from './finding.ts';
import type { Patient } from './patient.ts';
import { listOutside, type Outside } from './provider-addresses.ts';

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

async function reach({ url, host, port }: Outside): Promise<void> {
  if (url === null) return accepts(host, port);
  const { body } = await request(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  // Any answer will do: it came over TLS from the right name.
  await body.dump();
}

/** Connections to providers, the mail server and the store of files. */
export async function checkEgress(patient: Patient): Promise<Found[]> {
  const check = async (outside: Outside): Promise<Found[]> => {
    try {
      await reach(outside);
      return [];
    } catch (error) {
      const tell = outside.isUsed ? failure : warning;
      return [
        tell(
          `The ${outside.name} at ${outside.host}:${outside.port} is not reachable: ${reasonOf(error)}.`,
          `Allow connections from this machine to ${outside.host}:${outside.port} in the firewall.`,
        ),
      ];
    }
  };
  const found = (await Promise.all((await listOutside(patient)).map(check))).flat();
  return found.length > 0 ? found : [ok('Everything that Parley calls is reachable.')];
}
