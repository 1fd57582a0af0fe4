import type { Dispatcher } from 'undici';
import { isTiktokAppRefused, type OnAppRefused } from '../http/app-refusal.ts';
import { callProvider, ProviderSilent, silentProblem } from '../http/provider-request.ts';
import { failureWithoutReason, refused, type SendFailure } from '../sent/send-outcome.ts';
import { TiktokEnvelope, tiktokFailure } from './tiktok-error.ts';

/** TikTok's origin and our app. */
export interface TiktokOptions {
  /** The origin, such as https://business-api.tiktok.com. */
  baseUrl: string;
  appId?: string | undefined;
  appSecret?: string | undefined;
  timeoutMs: number;
  dispatcher?: Dispatcher | undefined;
  onAppRefused?: OnAppRefused | undefined;
}

/** One call: arrays and objects of the query are written as JSON, as TikTok requires. */
export interface TiktokCall {
  method: 'GET' | 'POST';
  /** Path below `/open_api/v1.3`, with a trailing slash. */
  path: `/${string}/`;
  accessToken?: string | undefined;
  query?: Record<string, unknown>;
  body?: unknown;
  timeoutMs?: number | undefined;
}

/** The result of a call. */
export type TiktokResult = { ok: true; data: unknown } | { ok: false; failure: SendFailure };
/** Calls TikTok; failures of the network or the provider are results, not exceptions. */
export type CallTiktok = (call: TiktokCall) => Promise<TiktokResult>;

function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Makes the function for all calls to TikTok's API (docs/reference/tt.md#calls). */
export function makeCallTiktok({ baseUrl, timeoutMs, dispatcher, onAppRefused }: TiktokOptions): CallTiktok {
  return async ({ method, path, accessToken, query = {}, body, timeoutMs: limitMs = timeoutMs }) => {
    try {
      const answer = await callProvider(`${baseUrl}/open_api/v1.3${path}${queryOf(query)}`, {
        method,
        headers: accessToken === undefined ? {} : { 'access-token': accessToken },
        body,
        timeoutMs: limitMs,
        dispatcher,
      });
      const envelope = TiktokEnvelope.safeParse(answer.body);
      if (!envelope.success) return { ok: false, failure: failureWithoutReason('tiktok', answer) };
      if (answer.status !== 200 || Number(envelope.data.code) !== 0) {
        const failure = tiktokFailure(answer);
        if (isTiktokAppRefused(failure.provider)) onAppRefused?.(failure.provider);
        return { ok: false, failure };
      }
      return { ok: true, data: envelope.data.data };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      const provider = silentProblem('tiktok', error);
      const failure: SendFailure = error.notSent
        ? refused(provider, { safeToRetry: true })
        : { kind: 'unknown', provider };
      return { ok: false, failure };
    }
  };
}
