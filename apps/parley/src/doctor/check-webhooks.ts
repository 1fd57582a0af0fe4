import { EgressError } from '@parley/providers/egress/egress-policy';
import { openEgress } from '@parley/providers/egress/open-egress';
import { publicUrlOf } from '@parley/runtime/environment';
import { request } from 'undici';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;
const MOST_ADDRESSES = 100;
const CHALLENGE = 'parley-doctor';

/** Calls the callback address as Meta does when it is entered: the name, TLS, the proxy and the verify token are right. */
async function checkOwn({ environment }: Patient): Promise<Found> {
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

const ADDRESSES = `
  SELECT t.slug, k.webhook_url AS url FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
   WHERE k.webhook_url IS NOT NULL AND k.enabled AND k.revoked_at IS NULL
  UNION SELECT coalesce(t.slug, 'the deployment'), p.url FROM platform_webhooks p LEFT JOIN tenants t ON t.id = p.tenant_id
   WHERE p.enabled AND p.revoked_at IS NULL ORDER BY 1, 2 LIMIT $1`;

/** Applies the egress rules to the addresses of customers. Nothing is posted to them. */
async function checkTheirs({ database, environment }: Patient): Promise<Found[]> {
  if (database === null) return [skipped('Addresses of customers are not checked while the database is not running.')];
  const { rows } = await database.query<{ slug: string; url: string }>({ text: ADDRESSES, values: [MOST_ADDRESSES] });
  const egress = openEgress(environment);
  try {
    const check = async ({ slug, url }: { slug: string; url: string }): Promise<Found[]> => {
      try {
        await egress.checkUrl(url, slug);
        return [];
      } catch (error) {
        // The path of an address may contain a secret.
        const host = URL.canParse(url) ? new URL(url).host : 'The address';
        const reason = error instanceof EgressError ? error.message : reasonOf(error);
        return [
          warning(
            `${host}, a webhook of ${slug}: ${reason}.`,
            'Events to it wait and are retried. Tell the tenant, or open the range with PARLEY_EGRESS_ALLOW if it is yours.',
          ),
        ];
      }
    };
    const found = (await Promise.all(rows.map(check))).flat();
    return found.length > 0 ? found : [ok(`${rows.length} addresses of webhooks are allowed and resolve.`)];
  } finally {
    await egress.close();
  }
}

/** Addresses that providers call, and those that Parley calls. */
export async function checkWebhooks(patient: Patient): Promise<Found[]> {
  return [await checkOwn(patient), ...(await checkTheirs(patient))];
}
