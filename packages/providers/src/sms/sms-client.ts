import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { callProvider, type ProviderAnswer, type ProviderRequest, ProviderSilent } from '../http/provider-request.ts';
import { standardSignature } from '../http/standard-signature.ts';

/** An account at an SMS provider, with the values of PARLEY_SMS_* (docs/reference/notifications.md#sms). */
export interface SmsAccount {
  provider: 'twilio' | 'unifonic' | 'http';
  url?: string | undefined;
  account?: string | undefined;
  secret?: string | undefined;
  from?: string | undefined;
}

/** One SMS; `id` identifies repeats, if the provider checks it. */
export interface Sms {
  id: string;
  to: string;
  text: string;
}

/** The result of the call; `unknown`: it may have been sent. */
export type SmsResult =
  | { outcome: 'accepted'; providerId: string | null }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

interface WireRequest extends Pick<ProviderRequest, 'headers' | 'body'> {
  url: string;
}

interface WireFormat {
  request(account: SmsAccount, sms: Sms, now: Date): WireRequest;
  /** Reads a 2xx answer. */
  read(body: unknown): SmsResult;
  /** The provider's error text of a refusal; empty when the answer is not in its form. */
  describe(body: unknown): string;
  /** Whether a 5xx answer means that nothing was sent. */
  isUnsent(answer: ProviderAnswer, words: string): boolean;
}

const REASON_MAX = 200;
const TWILIO = 'https://api.twilio.com';
const UNIFONIC = 'https://el.cloud.unifonic.com';

const TwilioAnswer = z.object({ sid: z.string().max(100) });
const TwilioError = z.object({ code: z.number().optional(), message: z.string() });
const UnifonicAnswer = z.object({
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  message: z.string().nullish(),
  errorCode: z.string().nullish(),
  data: z.object({ MessageID: z.union([z.number(), z.string().max(100)]) }).nullish(),
});
const HttpAnswer = z.object({ id: z.union([z.string().max(100), z.number()]) });

const twilio: WireFormat = {
  request: ({ url = TWILIO, account = '', secret = '', from = '' }, { to, text }) => ({
    url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ To: to, From: from, Body: text }),
  }),
  read: (body) => ({ outcome: 'accepted', providerId: TwilioAnswer.safeParse(body).data?.sid ?? null }),
  describe(body) {
    const { data } = TwilioError.safeParse(body);
    return data ? `${data.code ?? ''} ${data.message}`.trim() : '';
  },
  // 500 is a failure anywhere inside; 502 and 504 are those of a proxy that may have forwarded the call.
  isUnsent: (answer, words) => answer.status === 503 && (words !== '' || answer.retryAfterMs !== null),
};

const unifonicProblem = (body: unknown): string => {
  const { data } = UnifonicAnswer.safeParse(body);
  return data ? `${data.errorCode ?? ''} ${data.message ?? ''}`.trim() : '';
};

const unifonic: WireFormat = {
  request: ({ url = UNIFONIC, account = '', from = '' }, { to, text }) => ({
    url: `${url}/rest/SMS/messages`,
    body: new URLSearchParams({
      AppSid: account,
      SenderID: from,
      Recipient: to.replace(/^\+/, ''),
      Body: text,
      responseType: 'JSON',
    }),
  }),
  read(body) {
    const { data } = UnifonicAnswer.safeParse(body);
    // A success in any other form still means that the call was accepted.
    if (data?.success === false) return { outcome: 'refused', reason: unifonicProblem(body) };
    const id = data?.data?.MessageID;
    return { outcome: 'accepted', providerId: id === undefined ? null : String(id) };
  },
  describe: unifonicProblem,
  // Its own form has `success`, whatever the status is; a proxy's 503 is only accepted with Retry-After.
  isUnsent: ({ status, body, retryAfterMs }) =>
    UnifonicAnswer.safeParse(body).data?.success === false || (status === 503 && retryAfterMs !== null),
};

/** Our own format: a signed POST (Standard Webhooks). The URL identifies the account. */
const http: WireFormat = {
  request({ url = '', secret = '' }, { id, to, text }, now) {
    const body = { id, to, text };
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const signature = standardSignature(secret, { id, timestamp, body: JSON.stringify(body) });
    return {
      url,
      headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      body,
    };
  },
  read(body) {
    const { data } = HttpAnswer.safeParse(body);
    return { outcome: 'accepted', providerId: data ? String(data.id) : null };
  },
  describe: () => '',
  // Our own contract: the receiver answers 5xx when nothing was sent, and recognizes repeats by their id.
  isUnsent: () => true,
};

const FORMATS: Readonly<Record<SmsAccount['provider'], WireFormat>> = { twilio, unifonic, http };

const asReason = (status: number, words: string): string =>
  `HTTP ${status}${words ? `: ${words}` : ''}`.slice(0, REASON_MAX);

/** The result of the SMS by the provider's answer (docs/reference/notifications.md#sms). */
export function readSmsAnswer(provider: SmsAccount['provider'], answer: ProviderAnswer): SmsResult {
  const format = FORMATS[provider];
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return format.read(body);
  const words = format.describe(body);
  const reason = asReason(status, words);
  if (status === 429 || (status >= 500 && format.isUnsent(answer, words)))
    return { outcome: 'later', reason, retryAfterMs };
  return status >= 500 ? { outcome: 'unknown', reason } : { outcome: 'refused', reason };
}

/**
 * Sends one SMS to the provider of an account. A call without an answer is `unknown`, unless no connection was
 * made.
 */
export async function sendSms(
  account: SmsAccount,
  sms: Sms,
  { dispatcher, timeoutMs, now }: { dispatcher?: Dispatcher | undefined; timeoutMs: number; now: Date },
): Promise<SmsResult> {
  const { url, ...request } = FORMATS[account.provider].request(account, sms, now);
  try {
    const answer = await callProvider(url, { ...request, method: 'POST', timeoutMs, dispatcher });
    return readSmsAnswer(account.provider, answer);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    return error.notSent
      ? { outcome: 'later', reason: error.message, retryAfterMs: null }
      : { outcome: 'unknown', reason: error.message };
  }
}
