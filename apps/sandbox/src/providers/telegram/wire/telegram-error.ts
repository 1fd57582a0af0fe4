import type { ProviderAnswer } from '../../../http/provider-answer.ts';

/** A Bot API error envelope; the HTTP status equals `error_code`. */
export function telegramError(code: number, description: string, parameters?: Record<string, unknown>): ProviderAnswer {
  return {
    status: code,
    body: { ok: false, error_code: code, description, ...(parameters === undefined ? {} : { parameters }) },
  };
}

/** A Bot API success envelope. */
export function telegramResult(result: unknown, description?: string): ProviderAnswer {
  return { status: 200, body: { ok: true, result, ...(description === undefined ? {} : { description }) } };
}
