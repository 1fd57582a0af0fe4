import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import type { WhatsappState } from '../../state/whatsapp-state.ts';
import { badParameter, graphError } from '../graph-error.ts';

const Change = z.object({
  username: z.string(),
  transfer_action: z.enum(['none', 'force_transfer']).default('none'),
});

const MAX_CHANGES = 10;
const RESERVED = ['admin', 'support', 'help'];

const hasForm = (name: string): boolean =>
  /^[a-z0-9._]{3,35}$/.test(name) &&
  /[a-z]/.test(name) &&
  !name.startsWith('.') &&
  !name.endsWith('.') &&
  !name.includes('..') &&
  !name.startsWith('www');

/**
 * Meta's refusal of a name: 147001 taken, 147002 reserved, 147003 not allowed, 147004 changed too often, 147005 used by
 * another number of the portfolio. Meta does not document which of the first four is which.
 */
function refusalOf(state: WhatsappState, number: PhoneNumber, { username, transfer_action }: z.output<typeof Change>) {
  if (!number.registered) return graphError(133010);
  if (!hasForm(username)) return badParameter('The username has an invalid format.');
  if (RESERVED.includes(username)) return graphError(147002);
  if (username.includes('whatsapp') || username.includes('meta')) return graphError(147003);
  const others = [...state.phoneNumbers.values()].filter(({ id }) => id !== number.id);
  const holder = others.find((other) => other.username?.name === username);
  if (holder && holder.wabaId !== number.wabaId) return graphError(147001);
  if (holder && transfer_action === 'none') return graphError(147005);
  if ((number.usernameChanges ?? 0) >= MAX_CHANGES) return graphError(147004);
  if (holder) holder.username = null;
  return null;
}

export function showUsername({ username }: PhoneNumber): ProviderAnswer {
  return { status: 200, body: username ? { username: username.name, status: username.status } : {} };
}

/** Names made of the number's verified name. */
export function suggestUsernames({ verifiedName }: PhoneNumber): ProviderAnswer {
  const name = verifiedName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  const username_suggestions = hasForm(name) ? [name, `${name}.shop`] : [];
  return { status: 200, body: { data: [{ username_suggestions }] } };
}

/** POST /{phone-number-id}/username; the name that the number has already changes nothing. */
export function reserveUsername(state: WhatsappState, number: PhoneNumber, body: unknown): ProviderAnswer {
  const given = Change.safeParse(body);
  if (!given.success) return badParameter(`The parameter ${String(given.error.issues[0]?.path[0])} is required.`);
  const { username: known } = number;
  if (known?.name === given.data.username) return { status: 200, body: { status: known.status } };
  const refusal = refusalOf(state, number, given.data);
  if (refusal) return refusal;
  number.usernameChanges = (number.usernameChanges ?? 0) + 1;
  number.username = { name: given.data.username, status: 'approved' };
  return { status: 200, body: { status: 'approved' } };
}

export function deleteUsername(number: PhoneNumber): ProviderAnswer {
  number.username = null;
  return { status: 200, body: { success: true } };
}
