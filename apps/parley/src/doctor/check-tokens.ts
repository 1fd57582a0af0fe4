import { request } from 'undici';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;

/** Asks Meta for the app with the app's own token: it is refused when the secret is another app's. */
async function checkMetaApp({ environment }: Patient): Promise<Found[]> {
  const { PARLEY_META_APP_ID: id, PARLEY_META_APP_SECRET: secret } = environment;
  if (!id || !secret) return [];
  const address = `${environment.PARLEY_GRAPH_URL}/${environment.PARLEY_META_GRAPH_VERSION}/${encodeURIComponent(id)}?fields=id`;
  try {
    const answer = await request(address, {
      headers: { authorization: `Bearer ${id}|${secret}` },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    await answer.body.dump();
    if (answer.statusCode === 200) return [];
    if (answer.statusCode >= 500) return [warning(`Meta answers ${answer.statusCode}.`, 'Try again later.')];
    return [
      failure(
        `Meta refuses the app (${answer.statusCode}).`,
        'Compare PARLEY_META_APP_ID and PARLEY_META_APP_SECRET with the app’s page, Settings → Basic.',
      ),
    ];
  } catch (error) {
    return [warning(`Meta could not be asked for the app: ${reasonOf(error)}.`, 'See the check of egress.')];
  }
}

const LOST = `
  SELECT t.slug, a.channel, a.name, a.disconnect_reason AS reason FROM channel_accounts a JOIN tenants t ON t.id = a.tenant_id
   WHERE a.status = 'disconnected' AND a.disconnect_reason IN ('token_revoked', 'logged_out')
     AND a.disconnected_at > now() - interval '7 days' ORDER BY a.disconnected_at DESC LIMIT 20`;
const FAILING = `
  SELECT t.slug, a.channel, a.name, k.attempts FROM channel_tokens k JOIN channel_accounts a ON a.id = k.channel_account_id
    JOIN tenants t ON t.id = a.tenant_id WHERE k.attempts > 0 ORDER BY k.attempts DESC LIMIT 20`;

/** Accounts whose token the provider refused, as the product learned it. */
async function checkAccounts({ database }: Patient): Promise<Found[]> {
  if (database === null) return [skipped('Accounts are not checked while the database is not running.')];
  const lost = await database.query<{ slug: string; channel: string; name: string; reason: string }>({ text: LOST });
  const failing = await database.query<{ slug: string; channel: string; name: string; attempts: number }>({
    text: FAILING,
  });
  return [
    ...lost.rows.map(({ slug, channel, name, reason }) =>
      warning(
        `${name} (${channel}) of ${slug} was disconnected in the last 7 days: ${reason}.`,
        `The tenant connects it again (docs/connect-links.md).`,
      ),
    ),
    ...failing.rows.map(({ slug, channel, name, attempts }) =>
      warning(
        `The token of ${name} (${channel}) of ${slug} could not be renewed, ${attempts} times in a row.`,
        'Look for `token.renewal-failed` in the log; the tenant connects the account again if the provider refuses it.',
      ),
    ),
  ];
}

/** Secrets of the apps and tokens of accounts. */
export async function checkTokens(patient: Patient): Promise<Found[]> {
  const found = (await Promise.all([checkMetaApp(patient), checkAccounts(patient)])).flat();
  return found.length > 0 ? found : [ok('No provider refuses a token.')];
}
