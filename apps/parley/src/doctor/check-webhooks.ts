import { webhookAddresses } from '@parley/database/operations/installation-facts';
import { EgressError } from '@parley/providers/egress/egress-policy';
import { openEgress } from '@parley/providers/egress/open-egress';
import { publicUrlOf } from '@parley/runtime/environment';
import { request } from 'undici';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;
const MAX_ADDRESSES = 100;
const CHALLENGE = 'parley-doctor';

/** Calls the callback address with Meta's verification request: it checks name, TLS, proxy and verify token. */
async function checkCallbackAddress({ environment }: Patient): Promise<Found> {
  const origin = publicUrlOf(environment);
  const token = environment.PARLEY_META_VERIFY_TOKEN;
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': token ?? '',
    'hub.challenge': CHALLENGE,
  });
  const address = token ? `${origin}/hooks/meta` : `${origin}/healthz`;
  try {
    const answer = await request(token ? `${address}?${query}` : address, { signal: AbortSignal.timeout(WITHIN_MS) });
    const text = await answer.body.text();
    if (answer.statusCode === 200 && (!token || text === CHALLENGE)) return ok(`${address} answers.`);
    return failure(
      `${address} answers ${answer.statusCode}.`,
      'Let the proxy pass /hooks/ to the gateway unchanged; every gateway needs the same PARLEY_META_VERIFY_TOKEN.',
    );
  } catch (error) {
    return failure(
      `${address} is not reachable: ${reasonOf(error)}.`,
      'Check PARLEY_PUBLIC_URL, the certificate, the proxy, and that the gateway runs. A network may not let a machine call its own public address: then call it from elsewhere.',
    );
  }
}

const OWNER_CALLS = ['deauthorize', 'data-deletion'];
const UNSIGNED_STATUS = 401;

/** Posts unsigned requests of an owner, which must be refused: it checks that the proxy passes these addresses on. */
async function checkOwnerAddresses({ environment }: Patient): Promise<Found[]> {
  const { PARLEY_META_APP_ID: meta, PARLEY_INSTAGRAM_APP_ID: instagram } = environment;
  if (!meta && !instagram) return [];
  const check = async (call: string): Promise<Found[]> => {
    const address = `${publicUrlOf(environment)}/hooks/meta/${call}`;
    try {
      const answer = await request(address, { method: 'POST', signal: AbortSignal.timeout(WITHIN_MS) });
      await answer.body.dump();
      if (answer.statusCode === UNSIGNED_STATUS) return [];
      const advice = 'Let the proxy pass POST below /hooks/ to the gateway unchanged.';
      return [failure(`${address} answers ${answer.statusCode} to an unsigned request.`, advice)];
    } catch {
      // The check of the callback address reports it.
      return [];
    }
  };
  return (await Promise.all(OWNER_CALLS.map(check))).flat();
}

/** Applies the egress rules to the addresses of customers. Nothing is posted to them. */
async function checkCustomerAddresses({ database, environment }: Patient): Promise<Found[]> {
  if (database === null) return [skipped('Addresses of customers are not checked while the database is not running.')];
  const addresses = await webhookAddresses.all(database, { limit: MAX_ADDRESSES });
  const egress = openEgress(environment);
  try {
    const check = async ({ slug, url }: { slug: string | null; url: string }): Promise<Found[]> => {
      const owner = slug ?? 'the deployment';
      try {
        await egress.checkUrl(url, owner);
        return [];
      } catch (error) {
        // The path of an address may contain a secret.
        const host = URL.canParse(url) ? new URL(url).host : 'The address';
        const reason = error instanceof EgressError ? error.message : reasonOf(error);
        return [
          warning(
            `${host}, a webhook of ${owner}: ${reason}.`,
            'Events to it wait and are retried. Tell the tenant, or open the range with PARLEY_EGRESS_ALLOW if it is yours.',
          ),
        ];
      }
    };
    const found = (await Promise.all(addresses.map(check))).flat();
    return found.length > 0 ? found : [ok(`${addresses.length} addresses of webhooks are allowed and resolve.`)];
  } finally {
    await egress.close();
  }
}

/** The callback address of providers, and the webhook addresses of customers. */
export async function checkWebhooks(patient: Patient): Promise<Found[]> {
  return [
    await checkCallbackAddress(patient),
    ...(await checkOwnerAddresses(patient)),
    ...(await checkCustomerAddresses(patient)),
  ];
}
