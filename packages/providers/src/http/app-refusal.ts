import type { ProviderProblem } from '@parley/common/errors';

/** Called for an answer that refuses the deployment's app, whose credentials the operator set: no tenant can fix it. */
export type OnAppRefused = (problem: ProviderProblem) => void;

/** Graph: 101 means an unknown app; 1 is any failure, whose message names the secret; 100 is any invalid parameter. */
const GRAPH_APP_UNKNOWN = 101;
const GRAPH_APP_WORDS = /client secret|appsecret_proof|validating application/i;
const GRAPH_TOKEN_INVALID = 190;
/** TikTok: 40001 and 40002 name the invalid parameter (docs/reference/tt.md#errors). */
const TIKTOK_PARAMETER_CODES = new Set([40_001, 40_002]);
const TIKTOK_APP_WORDS = /client_id|client_secret|app_?id\b|\bsecret\b/i;

/**
 * Whether Graph refused the app itself (docs/reference/notifications.md#kinds). With a token made of the app's own id
 * and secret, every refusal of the token is a refusal of the app.
 */
export const isGraphAppRefused = ({ code, message }: ProviderProblem, isAppToken: boolean): boolean =>
  Number(code) === GRAPH_APP_UNKNOWN ||
  (isAppToken && Number(code) === GRAPH_TOKEN_INVALID) ||
  (code !== null && GRAPH_APP_WORDS.test(message));

/** Whether TikTok refused the app itself. */
export const isTiktokAppRefused = ({ code, message }: ProviderProblem): boolean =>
  TIKTOK_PARAMETER_CODES.has(Number(code)) && TIKTOK_APP_WORDS.test(message);
