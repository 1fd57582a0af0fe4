import { isIP } from 'node:net';
import { makeNameLookup } from '@parley/providers/egress/name-lookup';
import { publicUrlOf } from '@parley/runtime/environment';
import { type Found, failure, ok, reasonOf, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const isName = (host: string): boolean => isIP(host) === 0 && host !== 'localhost';

/** Names of external servers and of this installation, resolved by the same look-up as in the running product. */
export async function checkNames({ environment, externalServers }: Patient): Promise<Found[]> {
  const { PARLEY_DNS_SERVERS: servers } = environment;
  const own = new URL(publicUrlOf(environment)).hostname;
  const wanted = new Map((await externalServers()).map(({ host, isUsed }) => [host, isUsed]));
  wanted.set(own, true);
  const names = makeNameLookup({ servers });
  const look = async ([host, isUsed]: [string, boolean]): Promise<Found[]> => {
    const advice = `Check the name, and ${servers ? 'PARLEY_DNS_SERVERS' : 'the name servers in /etc/resolv.conf'}.`;
    const tell = isUsed ? failure : warning;
    try {
      const addresses = await names.resolve(host);
      return addresses.length > 0 ? [] : [tell(`${host} has no address.`, advice)];
    } catch (error) {
      return [tell(`${host} does not resolve: ${reasonOf(error)}.`, advice)];
    }
  };
  try {
    const found = (await Promise.all([...wanted].filter(([host]) => isName(host)).map(look))).flat();
    return found.length > 0 ? found : [ok('All names resolve.')];
  } finally {
    names.close();
  }
}
