import { expect, test } from 'vitest';
import { isGraphAppRefused, isTiktokAppRefused } from './app-refusal.ts';

const problem = (name: 'graph' | 'tiktok', code: number | null, message: string) => ({
  name,
  status: 400,
  code,
  message,
});

test.each([
  [1, 'Error validating client secret.', false, true],
  [101, 'Error validating application. Cannot get application info due to a system error.', false, true],
  [190, 'Error validating application. Application has been deleted.', false, true],
  [100, 'Invalid appsecret_proof provided in the API argument', false, true],
  [190, 'Invalid OAuth access token signature.', true, true],
  [190, 'Invalid OAuth access token signature.', false, false],
  [190, 'Error validating access token: Session has expired on Monday.', false, false],
  [100, 'This authorization code has been used.', false, false],
  [1, 'An unknown error occurred', false, false],
  [null, 'No Meta app is configured.', false, false],
])('Graph’s %s “%s” (app token: %s) refuses the app: %s', (code, message, isAppToken, expected) => {
  expect(isGraphAppRefused(problem('graph', code, message), isAppToken)).toBe(expected);
});

test.each([
  [40_002, 'Invalid parameter: client_secret', true],
  [40_001, 'No permission: invalid app_id', true],
  [40_002, 'Invalid parameter: refresh_token', false],
  [40_002, 'Invalid parameter: auth_code', false],
  [40_105, 'Access token is incorrect or has been revoked.', false],
  [null, 'No TikTok app is configured.', false],
])('TikTok’s %s “%s” refuses the app: %s', (code, message, expected) => {
  expect(isTiktokAppRefused(problem('tiktok', code, message))).toBe(expected);
});
