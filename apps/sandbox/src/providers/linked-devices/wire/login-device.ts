import type { Device, NetworkState } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import { stanza } from './stanza.ts';

const MAX_LOGINS = 200;

/** Logs linked devices in, one socket at a time: a second login replaces the first (docs/reference/wd.md#login). */
export function makeLogin(deps: { state: NetworkState; now: () => number }) {
  return {
    /** Logs in a client that names its device; returns null if it is refused. */
    login(connection: DeviceConnection): Device | null {
      const { payload, clientKey } = connection.session;
      const device = deps.state.devices.get(`${payload.username}:${payload.device ?? 0}`);
      const isKnown = device !== undefined && device.state !== 'removed' && device.noiseKey.equals(clientKey);
      const refusal = isKnown ? device.loginAnswers.shift() : 401;
      if (!isKnown || refusal !== undefined) {
        if (device) device.refusedLogins++;
        connection.end(stanza('failure', { reason: refusal ?? 401, location: 'lla' }));
        return null;
      }
      if (device.connection !== null) replaceSocket(device, device.connection);
      admit(device, connection, new Date(deps.now()).toISOString());
      const t = Math.floor(deps.now() / 1000);
      connection.send(stanza('success', { t, lid: device.lid, companion_enc_static: '', location: 'lla', abprops: 1 }));
      return device;
    },

    /** Handles the end of a logged-in socket. */
    closed(device: Device, connection: DeviceConnection) {
      device.sockets.delete(connection);
      const login = device.logins.findLast(({ socket }) => socket === connection.id);
      if (login) login.closedAt ??= new Date(deps.now()).toISOString();
      if (device.connection !== connection) return;
      device.connection = null;
      device.isActive = false;
      device.isOnline = false;
    },
  };
}

function admit(device: Device, connection: DeviceConnection, at: string) {
  device.connection = connection;
  device.isActive = false;
  device.isOnline = false;
  device.sockets.add(connection);
  device.maxConcurrent = Math.max(device.maxConcurrent, device.sockets.size);
  device.logins.push({ at, socket: connection.id, closedAt: null, isReplaced: false });
  if (device.logins.length > MAX_LOGINS) device.logins.shift();
}

function replaceSocket(device: Device, previous: DeviceConnection) {
  device.replaced++;
  const login = device.logins.findLast(({ socket }) => socket === previous.id);
  if (login) login.isReplaced = true;
  previous.end(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]));
}
