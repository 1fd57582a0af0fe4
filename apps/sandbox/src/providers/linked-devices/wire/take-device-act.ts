import type { BinaryNode } from 'baileys';
import type { Device, NetworkState } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import { part, parts, stanza } from './stanza.ts';

/**
 * Accepts a device's stanzas other than messages: typing indicators, which get no answer, and rejected calls.
 */
export function takeDeviceAct(
  { state, now }: { state: NetworkState; now: () => number },
  connection: DeviceConnection,
  device: Device,
  node: BinaryNode,
): void {
  const { id, to = '' } = node.attrs;
  const note = (act: 'typing' | 'reject_call', value: string): void => {
    state.acts.push({ device: device.id, to, act, value, at: new Date(now()).toISOString() });
  };
  if (node.tag === 'chatstate') {
    const [sign] = parts(node);
    note('typing', sign?.attrs.media === 'audio' ? 'recording' : (sign?.tag ?? ''));
    return;
  }
  note('reject_call', part(node, 'reject')?.attrs['call-id'] ?? '');
  connection.send(stanza('ack', { class: 'call', id, from: to, type: 'reject' }));
}
