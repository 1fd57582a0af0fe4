import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { isGraphAppRefused, type OnAppRefused } from '../http/app-refusal.ts';
import { callProvider, type ProviderAnswer, ProviderSilent, silentProblem } from '../http/provider-request.ts';
import { type ReadResult, refused, type SendFailure, type SendOutcome } from '../sent/send-outcome.ts';
import { graphFailure } from './graph-error.ts';

export interface GraphOptions {
  baseUrl: string;
  /** The version of the Graph API, such as v27.0. */
  version: string;
  /** Adds `appsecret_proof` to every call with a token. */
  appSecret?: string | undefined;
  timeoutMs: number;
  dispatcher?: Dispatcher;
  onAppRefused?: OnAppRefused | undefined;
}

/** One call. `token` is an account's or a person's, sent with `appsecret_proof`; `appToken` is `app id|app secret` and needs none. */
export interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path below the version, each segment encoded. */
  path: string;
  /** The path has no version. */
  isUnversioned?: boolean;
  token?: string;
  appToken?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Additional headers; they override the default ones. */
  headers?: Record<string, string>;
  timeoutMs?: number | undefined;
}

/** Makes all calls to Meta's Graph API. Tokens are sent in a header; no error contains a token or the URL. */
export interface GraphCaller {
  read<S extends z.ZodType>(schema: S, call: GraphCall): Promise<ReadResult<z.infer<S>>>;
  /** `toAccepted` returns null for a success without an id: then the outcome is unknown. */
  send(call: GraphCall, toAccepted: (body: unknown) => SendOutcome | null): Promise<SendOutcome>;
}

/** Makes the caller of Graph's clients (docs/reference/wa.md#calls). */
export function makeGraphCaller(options: GraphOptions): GraphCaller {
  const { baseUrl, version, appSecret, timeoutMs, dispatcher } = options;

  const addressOf = ({ path, token, isUnversioned = false, query = {} }: GraphCall): string => {
    const proof: Record<string, string> =
      appSecret && token ? { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') } : {};
    const search = new URLSearchParams({ ...query, ...proof }).toString();
    return `${baseUrl}/${isUnversioned ? '' : `${version}/`}${path}${search ? `?${search}` : ''}`;
  };

  function ask(call: GraphCall): Promise<ProviderAnswer> {
    const bearer = call.token ?? call.appToken;
    return callProvider(addressOf(call), {
      method: call.method,
      headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...call.headers },
      body: call.body,
      timeoutMs: call.timeoutMs ?? timeoutMs,
      dispatcher,
    });
  }

  function failureOf({ appToken }: GraphCall, answer: ProviderAnswer): SendFailure {
    const failure = graphFailure(answer);
    if (isGraphAppRefused(failure.provider, appToken !== undefined)) options.onAppRefused?.(failure.provider);
    return failure;
  }

  return {
    async read(schema, call) {
      try {
        const answer = await ask(call);
        const parsed = schema.safeParse(answer.body);
        if (answer.status === 200 && parsed.success) return { ok: true, value: parsed.data };
        return { ok: false, failure: failureOf(call, answer) };
      } catch (error) {
        if (!(error instanceof ProviderSilent)) throw error;
        return { ok: false, failure: { kind: 'unknown', provider: silentProblem('graph', error) } };
      }
    },
    async send(call, toAccepted) {
      try {
        const answer = await ask(call);
        return (answer.status === 200 ? toAccepted(answer.body) : null) ?? failureOf(call, answer);
      } catch (error) {
        if (!(error instanceof ProviderSilent)) throw error;
        const provider = silentProblem('graph', error);
        return error.notSent ? refused(provider, { safeToRetry: true }) : { kind: 'unknown', provider };
      }
    },
  };
}
