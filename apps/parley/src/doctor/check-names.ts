import { isIP } from 'node:net';
import { makeNameLookup } from '@parley/providers/egress/name-lookup';
import { publicUrlOf } from '@parley/runtime/environment';
import { type Found, failure, ok, reasonOf, warning } from './finding.ts';
import type { Patient } from './patient.ts';
import { listOutside } from './provider-addresses.ts';

const isName = (host: string): boolean => isIP(host) === 0 && host !== 'localhost';

/** Names of providers, and the own one, resolved as the running product does it. */
export async function checkNames(patient: Patient): Promise<Found[]> {
  const { PARLEY_DNS_SERVERS: servers } = patient.environment;
  const own = new URL(publicUrlOf(patient.environment)).hostname;
  const outside = (await listOutside(patient)).map(({ host, isUsed }) => ({ host, isUsed }));
  const wanted = new Map([...outside, { host: own, isUsed: true }].map(({ host, isUsed }) => [host, isUsed]));
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
