import { z } from 'zod';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { chatKey, type SandboxState } from '../../../state/sandbox-state.ts';
import { UNSHARED } from '../state/thread.ts';
import { badParameter, graphError } from './graph-error.ts';

type Verb = 'take' | 'pass' | 'release';

interface Controlled {
  channel: 'wa' | 'fb' | 'ig';
  account: string;
  person: string;
  verb: Verb;
  /** The role or the app that gets the thread. */
  target: string | null;
}

/** Meta's error for a take by an app that is not the escalation partner. */
const NOT_ESCALATION = 2_494_191;
const AFTER = { take: 'ours', pass: 'theirs', release: 'idle' } as const;

/** The reason why the app may not do this with the thread; null: it may. */
function refuse({ state }: { state: SandboxState }, { channel, account, person, verb }: Controlled) {
  const { owner, mayTake } = state.threads.get(chatKey(channel, account, person)) ?? UNSHARED;
  if (verb === 'take' && !mayTake)
    return channel === 'wa'
      ? graphError(NOT_ESCALATION, { message: 'Only the escalation partner may take control of a thread.' })
      : graphError(27, { message: '(#27) The app may not take control of this thread.' });
  if (verb === 'pass' && owner !== 'ours') return badParameter('The app does not control this thread');
  if (verb === 'release' && owner === 'theirs') return badParameter('The app does not control this thread');
  return null;
}

/** Carries out a call; a person who is not known to the account is as in Meta's answer to any send. */
function control(deps: { state: SandboxState; now: () => number }, given: Controlled): ProviderAnswer | null {
  const refusal = refuse(deps, given);
  if (refusal) return refusal;
  const { state, now } = deps;
  const { channel, account, person, verb, target } = given;
  const key = chatKey(channel, account, person);
  state.threads.set(key, { ...(state.threads.get(key) ?? UNSHARED), owner: AFTER[verb] });
  const at = new Date(now()).toISOString();
  state.acts.push({ channel, account, to: person, target, act: `${verb}_thread`, value: null, at });
  return null;
}

const ROLES = ['ai_agent', 'ctwa', 'customer_service', 'escalation', 'marketing', 'utility'] as const;
const WaBody = z
  .object({
    messaging_product: z.literal('whatsapp'),
    to: z.string().regex(/^\d+$/).optional(),
    recipient: z.string().min(1).optional(),
    action: z.enum(['take', 'pass', 'release']),
    metadata: z.string().max(2000).optional(),
    control_pass: z.strictObject({ target_role: z.enum(ROLES) }).optional(),
  })
  .refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined), { path: ['to'] });

/** POST /{phone-number-id}/thread_control. */
export function controlWaThread(
  deps: { state: SandboxState; now: () => number },
  account: string,
  body: unknown,
): ProviderAnswer {
  const given = WaBody.safeParse(body);
  if (!given.success) return badParameter(`Param ${String(given.error.issues[0]?.path[0])} is not valid`);
  const { to, recipient = '', action: verb, control_pass: pass } = given.data;
  const byId = [...deps.state.customers.values()].find(
    (known) => known.channel === 'wa' && known.account === account && known.userId === recipient,
  );
  const person = to ?? byId?.address ?? recipient;
  const target = verb === 'pass' ? (pass?.target_role ?? 'escalation') : null;
  const refusal = control(deps, { channel: 'wa', account, person, verb, target });
  return refusal ?? { status: 200, body: { messaging_product: 'whatsapp', request_id: 'AbCd' } };
}

const PageBody = z.looseObject({
  recipient: z.object({ id: z.string().regex(/^\d+$/) }),
  target_app_id: z.union([z.string(), z.number()]).optional(),
  metadata: z.string().max(2000).optional(),
});

/** POST /{page-id}/{verb}_thread_control; a person of the page's Instagram account names that account. */
export function controlPageThread(
  deps: { state: SandboxState; now: () => number },
  { page, instagram }: { page: string; instagram: string | null },
  verb: Verb,
  body: unknown,
): ProviderAnswer {
  const given = PageBody.safeParse(body);
  if (!given.success) return badParameter(`Param ${String(given.error.issues[0]?.path[0])} is not valid`);
  const { recipient, target_app_id: app } = given.data;
  if (verb === 'pass' && app === undefined) return badParameter('The parameter target_app_id is required');
  const isInstagram = instagram !== null && deps.state.customer('ig', instagram, recipient.id) !== undefined;
  const [channel, account] = isInstagram ? (['ig', instagram] as const) : (['fb', page] as const);
  const target = verb === 'pass' ? String(app) : null;
  const refusal = control(deps, { channel, account, person: recipient.id, verb, target });
  return refusal ?? { status: 200, body: { success: true } };
}
