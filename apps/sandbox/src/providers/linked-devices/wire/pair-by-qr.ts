import { randomBytes } from 'node:crypto';
import { ControlError } from '../../../control/control-error.ts';
import type { Device, NetworkState, Person } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import type { Approval } from './pair-device.ts';
import { stanza } from './stanza.ts';

/** Offers references to unpaired clients, and finds the client whose QR text a phone scanned. */
export function makeQrPairing(deps: {
  state: NetworkState;
  pairDevice: (person: Person, approval: Approval) => Promise<Device>;
}) {
  const clients = new Map<string, DeviceConnection>();
  let lastId = 0;

  return {
    /** Sends the references that the client shows as successive QR texts. */
    offer(connection: DeviceConnection) {
      const refs = Array.from({ length: deps.state.settings.refs }, () => randomBytes(16).toString('base64'));
      for (const ref of refs) clients.set(ref, connection);
      connection.send(
        stanza('iq', { from: 's.whatsapp.net', type: 'set', id: `pair-device-${++lastId}`, xmlns: 'md' }, [
          stanza(
            'pair-device',
            {},
            refs.map((ref) => stanza('ref', {}, Buffer.from(ref))),
          ),
        ]),
      );
    },

    /** Invalidates the references of a client that disconnected. */
    forget(connection: DeviceConnection) {
      for (const [ref, client] of clients) if (client === connection) clients.delete(ref);
    },

    /** The phone scans a QR text and approves; 404 if its reference is gone, 422 if it belongs to another client. */
    async scan(person: Person, text: string): Promise<Device> {
      const [ref = '', noiseKey = '', identity = '', advSecret = ''] = (text.split('#').at(-1) ?? '').split(',');
      const connection = clients.get(ref);
      if (!connection?.isOpen()) throw new ControlError(404, 'unknown_qr', 'No client waits under this reference.');
      if (!connection.session.clientKey.equals(Buffer.from(noiseKey, 'base64')))
        throw new ControlError(422, 'bad_qr', 'The text names another client than its reference.');
      clients.delete(ref);
      return deps.pairDevice(person, {
        connection,
        identity: Buffer.from(identity, 'base64'),
        advSecret: Buffer.from(advSecret, 'base64'),
      });
    },
  };
}
