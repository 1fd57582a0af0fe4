import { defineStatement } from '../statements/statement.ts';

// Queries of `parley doctor` across the tables of all services.

/** The server's clock. */
export const databaseClock = defineStatement({
  name: 'database.clock',
  text: 'SELECT clock_timestamp() AS now',
  row: { now: 'timestamptz!' },
});

/** Channels with a connected account. */
export const connectedChannels = defineStatement({
  name: 'database.connected-channels',
  text: `SELECT DISTINCT channel FROM channel_accounts WHERE status = 'connected'`,
  row: { channel: 'text' },
});

/** Accounts that lost their token, or were logged out, in the last `days`; the newest first. */
export const lostAccounts = defineStatement({
  name: 'database.lost-accounts',
  text: `
  SELECT t.slug, a.channel, a.name, a.disconnect_reason AS reason FROM channel_accounts a JOIN tenants t ON t.id = a.tenant_id
   WHERE a.status = 'disconnected' AND a.disconnect_reason IN ('token_revoked', 'logged_out')
     AND a.disconnected_at > now() - $1 * interval '1 day' ORDER BY a.disconnected_at DESC LIMIT $2::int4`,
  params: { days: 'float8', limit: 'int4' },
  row: { slug: 'text', channel: 'text', name: 'text', reason: 'text!' },
});

/** Accounts whose token could not be renewed at the last `attempts`. */
export const unrenewedTokens = defineStatement({
  name: 'database.unrenewed-tokens',
  text: `
  SELECT t.slug, a.channel, a.name, k.attempts FROM channel_tokens k JOIN channel_accounts a ON a.id = k.channel_account_id
    JOIN tenants t ON t.id = a.tenant_id WHERE k.attempts > 0 ORDER BY k.attempts DESC LIMIT $1::int4`,
  params: { limit: 'int4' },
  row: { slug: 'text', channel: 'text', name: 'text', attempts: 'int4' },
});

/** Addresses of enabled webhooks, each with the tenant; null for a platform webhook of the deployment. */
export const webhookAddresses = defineStatement({
  name: 'database.webhook-addresses',
  text: `
  SELECT t.slug, k.webhook_url AS url FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
   WHERE k.webhook_url IS NOT NULL AND k.enabled AND k.revoked_at IS NULL
  UNION SELECT t.slug, p.url FROM platform_webhooks p LEFT JOIN tenants t ON t.id = p.tenant_id
   WHERE p.enabled AND p.revoked_at IS NULL ORDER BY slug, url LIMIT $1::int4`,
  params: { limit: 'int4' },
  row: { slug: 'text?', url: 'text!' },
});
