import { expect, test } from 'vitest';
import { type AppEnvironment, type AppTraces, describeApp } from './provider-apps.rules.ts';

const META = {
  PARLEY_META_APP_ID: '77',
  PARLEY_META_APP_SECRET: 'app-secret',
  PARLEY_META_VERIFY_TOKEN: 'verify-token',
};
const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute));
const NOTHING: AppTraces = { lastReceived: new Map(), refusals: new Map() };
const describe = (provider: 'meta' | 'tiktok', environment: AppEnvironment, traces = NOTHING) =>
  describeApp(provider, environment, 'https://parley.example', traces);

test.each<['meta' | 'tiktok', AppEnvironment, string | null, string[]]>([
  ['meta', META, '77', []],
  ['meta', { PARLEY_META_APP_ID: '77' }, '77', ['PARLEY_META_APP_SECRET', 'PARLEY_META_VERIFY_TOKEN']],
  ['tiktok', META, null, ['PARLEY_TIKTOK_APP_ID', 'PARLEY_TIKTOK_APP_SECRET']],
  ['tiktok', { PARLEY_TIKTOK_APP_ID: '5', PARLEY_TIKTOK_APP_SECRET: 's' }, '5', []],
])('the app at %s names its missing settings', (provider, environment, appId, missing) => {
  expect(describe(provider, environment)).toMatchObject({ appId, missing });
});

test('an app shows the addresses to configure at the provider, and no secret', () => {
  const shown = describe('meta', META);
  expect(shown.callbackUrl).toBe('https://parley.example/hooks/meta');
  expect(shown.redirectUrl).toBe('https://parley.example/connect/callback/meta');
  expect(JSON.stringify(shown)).not.toMatch(/app-secret|verify-token/);
});

test('an app shows the newest message of its own channels, and its own refusal', () => {
  const lastReceived = new Map([
    ['wa', at(1)],
    ['ig', at(3)],
    ['tt', at(5)],
  ]);
  const refusals = new Map([['graph', { at: at(2), message: 'Invalid app secret' }]]);
  expect(describe('meta', META, { lastReceived, refusals })).toMatchObject({
    lastReceivedAt: at(3).toISOString(),
    lastRefused: { at: at(2).toISOString(), message: 'Invalid app secret' },
  });
  expect(describe('tiktok', META, { lastReceived, refusals })).toMatchObject({
    lastReceivedAt: at(5).toISOString(),
    lastRefused: null,
  });
  expect(describe('tiktok', META)).toMatchObject({ lastReceivedAt: null });
});
