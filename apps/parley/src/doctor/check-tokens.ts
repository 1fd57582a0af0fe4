import { lostAccounts, unrenewedTokens } from '@parley/database/operations/installation-facts';
import { publicUrlOf } from '@parley/runtime/environment';
import { request } from 'undici';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;
const LOST_WITHIN_DAYS = 7;
const MAX_ACCOUNTS = 20;

/** Reads the app from Meta with the app's own token, which Meta refuses when id and secret do not match. */
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

/** Exchanges a code that does not exist: Instagram answers about the code only where id and secret match. */
async function checkInstagramApp({ environment }: Patient): Promise<Found[]> {
  const { PARLEY_INSTAGRAM_APP_ID: id, PARLEY_INSTAGRAM_APP_SECRET: secret } = environment;
  if (!id || !secret) return [];
  const redirectUri = `${publicUrlOf(environment)}/connect/callback/instagram`;
  const given = { client_id: id, client_secret: secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
  try {
    const answer = await request(`${environment.PARLEY_INSTAGRAM_OAUTH_URL}/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...given, code: 'parley-doctor' }).toString(),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 500) return [warning(`Instagram answers ${answer.statusCode}.`, 'Try again later.')];
    if (!/platform app|client.?(id|secret)/i.test(text)) return [];
    return [
      failure(
        `Instagram refuses the app (${answer.statusCode}).`,
        'Compare PARLEY_INSTAGRAM_APP_ID and PARLEY_INSTAGRAM_APP_SECRET with “API setup with Instagram login” (docs/how-to/set-up-instagram-login.md).',
      ),
    ];
  } catch (error) {
    return [warning(`Instagram could not be asked for the app: ${reasonOf(error)}.`, 'See the check of egress.')];
  }
}

/** Accounts whose token a provider has refused, from the database; no token is used. */
async function checkAccounts({ database }: Patient): Promise<Found[]> {
  if (database === null) return [skipped('Accounts are not checked while the database is not running.')];
  const lost = await lostAccounts.all(database, { days: LOST_WITHIN_DAYS, limit: MAX_ACCOUNTS });
  const failing = await unrenewedTokens.all(database, { limit: MAX_ACCOUNTS });
  return [
    ...lost.map(({ slug, channel, name, reason }) =>
      warning(
        `${name} (${channel}) of ${slug} was disconnected in the last ${LOST_WITHIN_DAYS} days: ${reason}.`,
        'The tenant connects it again (docs/connect-links.md).',
      ),
    ),
    ...failing.map(({ slug, channel, name, attempts }) =>
      warning(
        `The token of ${name} (${channel}) of ${slug} could not be renewed, ${attempts} times in a row.`,
        'Look for `token.renewal-failed` in the log; the tenant connects the account again if the provider refuses it.',
      ),
    ),
  ];
}

/** Secrets of the apps and tokens of accounts. */
export async function checkTokens(patient: Patient): Promise<Found[]> {
  const found = (await Promise.all([checkMetaApp(patient), checkInstagramApp(patient), checkAccounts(patient)])).flat();
  return found.length > 0 ? found : [ok('No provider refuses a token.')];
}
