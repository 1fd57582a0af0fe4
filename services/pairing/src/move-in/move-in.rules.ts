import type { Camel } from '@parley/common/casing/camel';
import type { MOVE_IN_STATES, MoveInView } from '@parley/common/contracts/operator/move-in';
import { type AppError, invalidField } from '@parley/common/errors';
import { z } from 'zod';
import { type DeviceState, MOVE_IN_COPYING, MOVE_IN_WAITING } from '../leases/device-state.rules.ts';

export type MoveInState = (typeof MOVE_IN_STATES)[number];

/** The state of a move from that of its device. */
export function moveInStateOf({
  status,
  reason,
  isPaired,
  isAnnounced,
}: Pick<DeviceState, 'status' | 'reason' | 'isPaired' | 'isAnnounced'>): MoveInState {
  if (status === 'deleted') return reason === 'released' ? 'released' : 'ended';
  if (!isPaired) return 'ended';
  if (isAnnounced) return 'moved';
  if (status !== 'failed') return 'starting';
  return reason === MOVE_IN_COPYING ? 'copying' : reason === MOVE_IN_WAITING ? 'waiting' : 'ended';
}

/** The source still owns the link of a device in these states. */
export const isOfSource = (state: MoveInState): boolean =>
  state === 'copying' || state === 'waiting' || state === 'starting';

/** A device that came from another system. */
export interface MovedIn {
  id: number;
  source: Camel<z.infer<typeof MoveInView>>['source'];
  jid: string;
  phone: string | null;
  label: string;
  state: Pick<DeviceState, 'status' | 'reason' | 'isPaired' | 'isAnnounced' | 'since'>;
}

export const showMoveIn = ({ id, source, jid, phone, label, state }: MovedIn): Camel<z.infer<typeof MoveInView>> => ({
  accountId: id,
  source,
  device: jid,
  phone,
  label,
  state: moveInStateOf(state),
  reason: state.reason === MOVE_IN_COPYING || state.reason === MOVE_IN_WAITING ? null : state.reason,
  since: state.since.toISOString(),
});

const ADVICE: Readonly<Record<MoveInState, string>> = {
  copying: 'its keys are not complete: finish the copy first',
  waiting: 'its copy is finished: begin again to replace its keys',
  starting: 'it is started: release it to begin again',
  moved: 'it has logged in, so that its source cannot use the link again: delete-session removes it',
  released: 'it was given back to its source: begin again',
  ended: 'its link has ended: link the phone again',
};

/** A call that this state does not allow. */
export const notInState = (state: MoveInState): AppError =>
  invalidField('account_id', `This device is ${state}: ${ADVICE[state]}.`);

const Link = z.object({
  me: z.object({ id: z.string(), lid: z.string().nullish() }),
  /** In seconds since the epoch. */
  additionalData: z.object({ linkedAtS: z.int().positive() }),
});

/** The account of a device, and when its keys were copied, from stored credentials; null when they are damaged. */
export function linkOfCreds(text: string): { me: { id: string; lid: string | null }; linkedAtS: number } | null {
  const read = parseJson(text);
  const { data } = Link.safeParse(read);
  if (!data) return null;
  const { me, additionalData } = data;
  return { me: { id: me.id, lid: me.lid ?? null }, linkedAtS: additionalData.linkedAtS };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The address of the device that credentials are of; null when they cannot log in. */
export function jidOfCreds(text: string): string | null {
  const creds = parseJson(text);
  if (typeof creds !== 'object' || creds === null || !('me' in creds) || !('account' in creds)) return null;
  const { me } = creds;
  return typeof me === 'object' && me !== null && 'id' in me && typeof me.id === 'string' ? me.id : null;
}
