import { randomBytes } from 'node:crypto';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';

const messages = new Map([
  [40001, 'No permission to operate'],
  [40002, 'Param is invalid.'],
  [40007, 'The target does not exist'],
  [40064, 'Blocked by direct message rules'],
  [40100, 'Requests made too frequently'],
  [40102, 'Access token is expired'],
  [40104, 'Access token is empty'],
  [40105, 'Access token is incorrect or has been revoked.'],
  [40908, 'Unsupported file type'],
  [50000, 'System error'],
  [51065, 'System error, please retry'],
]);

const envelope = (code: number, message: string, data: unknown): ProviderAnswer => ({
  // The HTTP status is always 200; the code says whether the call succeeded.
  status: 200,
  body: { code, message, request_id: `2026${randomBytes(12).toString('hex').toUpperCase()}`, data },
});

/** TikTok's success envelope. */
export const tiktokOk = (data: unknown): ProviderAnswer => envelope(0, 'OK', data);

/** TikTok's error envelope, with the documented message of its code unless another is given. */
export const tiktokError = (code: number, message?: string): ProviderAnswer =>
  envelope(code, message ?? messages.get(code) ?? 'Request failed', {});

/** The error for a missing or wrong parameter. */
export const badParam = (name: string): ProviderAnswer => tiktokError(40002, `Param ${name} is invalid.`);
