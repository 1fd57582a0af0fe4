import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { badParameter } from '../graph-error.ts';

const Rejection = z.object({
  messaging_product: z.literal('whatsapp'),
  call_id: z.string().startsWith('wacid.'),
  action: z.literal('reject'),
});

/** POST /{phone-number-id}/calls: of the calling API the sandbox knows the rejection only. */
export function rejectCall(state: SandboxState, number: PhoneNumber, body: unknown, now: () => number): ProviderAnswer {
  const rejection = Rejection.safeParse(body);
  if (!rejection.success) return badParameter(`Param ${String(rejection.error.issues[0]?.path[0])} is not valid`);
  const at = new Date(now()).toISOString();
  const { call_id: target } = rejection.data;
  state.acts.push({ channel: 'wa', account: number.id, to: null, target, act: 'reject_call', value: null, at });
  return { status: 200, body: { messaging_product: 'whatsapp', success: true } };
}
