import type { Device, Person } from '../state/network-state.ts';
import { queueNode } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

/** A signal of a call, sent by one of its parties. */
export interface CallSignal {
  callId: string;
  tag: 'offer' | 'accept' | 'reject' | 'terminate';
  reason?: string | undefined;
  isVideo: boolean;
  /** The sender, as the network states it. */
  sender: Person;
  /** The caller that the signal names. */
  creator: Person;
}

let lastId = 0;

/** Sends a signal of a call to the devices of an account, and keeps it until each acknowledges it. */
export function signalCall(devices: Iterable<Device>, signal: CallSignal, nowMs: number): void {
  const { callId, tag, reason, isVideo, sender, creator } = signal;
  const isLid = sender.addressing === 'lid';
  const addressOf = (person: Person): string => (isLid ? person.lid : person.jid);
  const id = `call-${++lastId}`;
  const pn = isLid && tag === 'offer' && !sender.hideNumber ? sender.jid : undefined;
  const info = stanza(
    tag,
    { 'call-id': callId, 'call-creator': addressOf(creator), reason, caller_pn: pn },
    isVideo && tag === 'offer' ? [stanza('audio'), stanza('video')] : undefined,
  );
  const node = stanza('call', { id, from: addressOf(sender), t: Math.floor(nowMs / 1000) }, [info]);
  for (const device of devices) if (device.state === 'paired') queueNode(device, node);
}
