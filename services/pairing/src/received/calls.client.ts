import type { DeviceItem, DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { BinaryNode } from 'baileys';
import { type CallState, nextCallState } from './call-state.rules.ts';
import { secondsAsInstant } from './network-time.client.ts';
import {
  addressOf,
  isOwnAddress,
  lidOf,
  type OwnJids,
  phoneOf,
  type ResolvePhone,
  readPerson,
} from './read-person.client.ts';

interface CallSource {
  resolve: ResolvePhone;
  calls: Pick<RingingCalls, 'find' | 'note'>;
  me(): OwnJids | null;
}

type CallItem = Extract<DeviceItem, { kind: 'call' }>;

export const callItem = (
  { id, caller, state, isVideo }: Pick<KnownCall, 'id' | 'caller' | 'state' | 'isVideo'>,
  at: string,
): CallItem => ({
  kind: 'call',
  providerMessageId: id,
  at,
  from: caller,
  state,
  isVideo,
});

/**
 * The caller of a call that is not known yet. The network sets the sender of a stanza; `call-creator` is written by the
 * caller, and is used only where the sender is another device of the account, or no person (a group call).
 */
async function readCaller(
  { resolve, me }: CallSource,
  { attrs }: BinaryNode,
  info: BinaryNode,
): Promise<{ jid: string; caller: DevicePerson } | null> {
  const isOwn = (address: string): boolean => isOwnAddress(me(), address);
  const sender = addressOf(attrs.from);
  const jid = sender === null || isOwn(sender) ? info.attrs['call-creator'] : attrs.from;
  const address = addressOf(jid);
  if (jid === undefined || address === null || isOwn(address)) return null;
  // A number that this device knows already is not replaced by the one in the offer.
  const known = lidOf(jid) === null ? null : await resolve(jid);
  const caller = await readPerson(jid, phoneOf(known) === null ? info.attrs.caller_pn : known, null, resolve);
  return caller && { jid, caller };
}

/** Whether the sender of a stanza takes part in the call: any account can send a stanza with its id. */
function takesPart({ me }: CallSource, { caller, jid }: KnownCall, { attrs }: BinaryNode): boolean {
  const sender = addressOf(attrs.from);
  if (sender === null) return attrs.from === jid;
  return [caller.address, ...caller.aliases].includes(sender) || isOwnAddress(me(), sender);
}

/** Reads a stanza about a call (docs/reference/wd.md#calls); null when it does not change the call's state. */
export async function readCall(source: CallSource, node: BinaryNode): Promise<CallItem | null> {
  const [info] = Array.isArray(node.content) ? node.content : [];
  const id = info?.attrs['call-id'];
  if (!info || !id) return null;
  const known = source.calls.find(id);
  if (known && !takesPart(source, known, node)) return null;
  const state = nextCallState(known?.state ?? null, { tag: info.tag, reason: info.attrs.reason ?? null });
  if (state === null) return null;
  const found = known ?? (await readCaller(source, node, info));
  if (!found) return null;
  const parts = Array.isArray(info.content) ? info.content : [];
  const isVideo = known?.isVideo ?? (state === 'ringing' ? parts.some(({ tag }) => tag === 'video') : null);
  const call = { id, state, jid: found.jid, caller: found.caller, isVideo };
  source.calls.note(call, node.attrs.offline !== undefined);
  return callItem(call, secondsAsInstant(node.attrs.t));
}

const MAX_CALLS = 200;
/** Longer than a call lasts. */
const KEPT_MS = 24 * 3_600_000;
/** The network ends an unanswered call earlier. */
const RINGS_MS = 120_000;

export interface KnownCall {
  id: string;
  state: CallState;
  /** The caller as the network addresses them: a rejection goes there. */
  jid: string;
  caller: DevicePerson;
  isVideo: boolean | null;
  /** Until when it rings at this device, in ms since the epoch. */
  ringsUntil: number;
  /** Whether this device has rejected it. */
  isRejectedHere: boolean;
}

export type RingingCalls = ReturnType<typeof makeRingingCalls>;

/** Calls that this connection knows, with their callers. */
export function makeRingingCalls() {
  const calls = makeBoundedMap<string, KnownCall>(MAX_CALLS, { keepMs: KEPT_MS });
  return {
    find: (id: string): KnownCall | undefined => calls.get(id),
    /** `isLate`: it rang while the device was offline. */
    note(call: Omit<KnownCall, 'ringsUntil' | 'isRejectedHere'>, isLate: boolean): void {
      const ringsUntil = isLate || call.state !== 'ringing' ? 0 : Date.now() + RINGS_MS;
      calls.set(call.id, { ...call, ringsUntil, isRejectedHere: false });
    },
    /** This device has rejected it. */
    reject(id: string): void {
      const call = calls.get(id);
      if (call) calls.set(id, { ...call, state: 'rejected', ringsUntil: 0, isRejectedHere: true });
    },
  };
}
