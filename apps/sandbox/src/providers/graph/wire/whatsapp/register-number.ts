import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { badParameter, graphError } from '../graph-error.ts';

const Registration = z.object({ messaging_product: z.literal('whatsapp'), pin: z.string().regex(/^\d{6}$/) });
const MAX_REGISTRATIONS = 10;
const LIMITED_MS = 72 * 3_600_000;

/** Graph's answer to a register or deregister of a number on the WhatsApp Business app, which the app alone registers. */
export const refuseRegistration = ({ isOnBizApp }: PhoneNumber): ProviderAnswer | null =>
  isOnBizApp ? graphError(100, { message: '(#100) The number is registered by the WhatsApp Business app.' }) : null;

/** POST /{phone-number-id}/register: sets the two-step PIN of a number that has none; 10 calls in 72 hours. */
export function registerNumber(number: PhoneNumber, body: unknown, nowMs: number): ProviderAnswer {
  const given = Registration.safeParse(body);
  if (!given.success) return badParameter(`The parameter ${String(given.error.issues[0]?.path[0])} is required.`);
  const refusal = refuseRegistration(number);
  if (refusal) return refusal;
  const recent = (number.registeredAtMs ?? []).filter((atMs) => atMs > nowMs - LIMITED_MS);
  if (recent.length >= MAX_REGISTRATIONS) return graphError(133016);
  number.registeredAtMs = [...recent, nowMs];
  if (number.pin && number.pin !== given.data.pin) return graphError(133005);
  number.pin = given.data.pin;
  number.registered = true;
  return { status: 200, body: { success: true } };
}
