import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import type { PROVIDER_APPS, ProviderAppView } from '@parley/common/contracts/operator/system';
import type { Environment } from '@parley/runtime/environment';
import type { z } from 'zod';

const SETTINGS = {
  meta: ['PARLEY_META_APP_ID', 'PARLEY_META_APP_SECRET', 'PARLEY_META_VERIFY_TOKEN'],
  tiktok: ['PARLEY_TIKTOK_APP_ID', 'PARLEY_TIKTOK_APP_SECRET'],
} as const;

export type AppEnvironment = Partial<Pick<Environment, (typeof SETTINGS)['meta' | 'tiktok'][number]>>;

const CHANNELS: Readonly<Record<Provider, readonly Channel[]>> = { meta: ['wa', 'fb', 'ig'], tiktok: ['tt'] };

/** The name under which each app's refusals are stored. */
const REFUSED_AS: Readonly<Record<Provider, string>> = { meta: 'graph', tiktok: 'tiktok' };

type Provider = (typeof PROVIDER_APPS)[number];

export interface AppTraces {
  /** Time of the last message, by channel. */
  lastReceived: ReadonlyMap<string, Date>;
  /** By the name under which refusals are stored. */
  refusals: ReadonlyMap<string, { at: Date; message: string }>;
}

/** An app of the deployment at a provider, without its secrets. */
export function describeApp(
  provider: Provider,
  environment: AppEnvironment,
  publicUrl: string,
  { lastReceived, refusals }: AppTraces,
): Camel<z.infer<typeof ProviderAppView>> {
  const times = CHANNELS[provider].flatMap((channel) => lastReceived.get(channel)?.getTime() ?? []);
  const refused = refusals.get(REFUSED_AS[provider]);
  return {
    provider,
    appId: environment[SETTINGS[provider][0]] ?? null,
    missing: SETTINGS[provider].filter((name) => !environment[name]),
    callbackUrl: `${publicUrl}/hooks/${provider}`,
    redirectUrl: `${publicUrl}/connect/callback/${provider}`,
    lastReceivedAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    lastRefused: refused ? { at: refused.at.toISOString(), message: refused.message } : null,
  };
}
