import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { badParameter } from '../graph-error.ts';

const MarkRead = z.object({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.object({ type: z.literal('text') }).optional(),
});

/** Handles a read mark (with or without typing indicator); null if the body is a send. */
export function markRead(
  state: SandboxState,
  number: PhoneNumber,
  body: unknown,
  now: () => number,
): ProviderAnswer | null {
  if (typeof body !== 'object' || body === null || !('status' in body)) return null;
  const mark = MarkRead.safeParse(body);
  if (!mark.success) return badParameter('The parameter message_id is required.');
  const at = new Date(now()).toISOString();
  const { message_id, typing_indicator: typing } = mark.data;
  state.whatsapp.readMarks.push({ account: number.id, message_id, at });
  const act = { channel: 'wa' as const, account: number.id, to: null, target: message_id, at };
  state.acts.push({ ...act, act: 'read', value: null });
  if (!typing) return { status: 200, body: { success: true } };
  state.typing.set(message_id, now());
  state.acts.push({ ...act, act: 'typing', value: 'typing' });
  return { status: 200, body: { success: true } };
}
