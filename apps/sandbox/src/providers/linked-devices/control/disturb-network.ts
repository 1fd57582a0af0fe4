import { ControlError } from '../../../control/control-error.ts';
import type { AccountLimits } from '../state/account-limits.ts';
import type { AppStateBlob, Device, NetworkState } from '../state/network-state.ts';
import { noticesOf } from '../wire/answer-limits.ts';
import { stanza } from '../wire/stanza.ts';

/** The server's codes for ending a socket. */
export type CloseCode = 401 | 403 | 408 | 411 | 428 | 440 | 500 | 503 | 515;

/** The treatment of new sockets while the network is cut. */
export type CutMode = 'reset' | 'hang' | '503' | 'garbage';

/** Ends sockets as the server does (docs/reference/wd.md#close-codes), and cuts the network. */
export function makeDisturbances(deps: { state: NetworkState; now: () => number; dropClients: () => void }) {
  let lastId = 0;
  const seconds = (): number => Math.floor(deps.now() / 1000);
  let cut: { untilMs: number; mode: CutMode } = { untilMs: 0, mode: 'reset' };

  return {
    /** Ends a device's socket; 401 removes the device, as the phone does. */
    close(device: Device, code: CloseCode) {
      const { connection } = device;
      if (code === 401) removeDevice(device);
      else if (connection === null) throw new ControlError(409, 'not_connected', `Device ${device.id} has no socket.`);
      else if (code === 428) connection.end();
      else if (code === 411) connection.end(stanza('ib', {}, [stanza('downgrade_webclient')]));
      else if (code === 440) connection.end(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]));
      else connection.end(stanza('stream:error', { code }));
    },

    /**
     * Stops responding; a `hard` frozen socket no longer counts, because the network cannot see whether the client
     * still has it open.
     */
    freeze(device: Device, mode: 'silent' | 'hard') {
      const { connection } = device;
      if (connection === null) throw new ControlError(409, 'not_connected', `Device ${device.id} has no socket.`);
      connection.freeze(mode);
      if (mode === 'silent') return;
      device.sockets.delete(connection);
      device.connection = null;
      device.isActive = false;
    },

    /** Puts limits on the account of a device, and notifies the device unless it has to ask. */
    limit(device: Device, limits: AccountLimits, isAnnounced: boolean) {
      device.owner.limits = { ...device.owner.limits, ...limits };
      if (!isAnnounced) return;
      const { connection } = device;
      if (connection === null) throw new ControlError(409, 'not_connected', `Device ${device.id} has no socket.`);
      for (const [op, data] of noticesOf(limits)) {
        const update = stanza('update', { op_name: op }, Buffer.from(JSON.stringify({ data })));
        const attrs = { from: 's.whatsapp.net', type: 'mex', id: `limit-${++lastId}`, t: seconds() };
        connection.send(stanza('notification', attrs, [update]));
      }
    },

    /** Announces a change of the account's shared state; a device that requests it gets its address. */
    changeAppState(device: Device, blob: Pick<AppStateBlob, 'part' | 'directPath'>) {
      const { connection } = device;
      if (connection === null) throw new ControlError(409, 'not_connected', `Device ${device.id} has no socket.`);
      device.appState = { ...blob, asked: 0 };
      const attrs = { from: 's.whatsapp.net', type: 'server_sync', id: `sync-${++lastId}`, t: seconds() };
      connection.send(stanza('notification', attrs, [stanza('collection', { name: 'regular', version: 1 })]));
    },

    /** Drops every socket and refuses new ones for `ms`; 0 ends a cut. */
    cut(ms: number, mode: CutMode) {
      cut = { untilMs: deps.now() + ms, mode };
      if (ms === 0) return;
      for (const device of deps.state.devices.values()) for (const socket of device.sockets) socket.drop();
      // A client that waits for a phone has no device yet.
      deps.dropClients();
    },

    /** The current treatment of a new socket; null if it is accepted. */
    cutMode: (): CutMode | null => (deps.now() < cut.untilMs ? cut.mode : null),
  };
}

/** The phone removes a device: its socket ends with 401, and it can never log in again. */
export function removeDevice(device: Device): void {
  device.state = 'removed';
  device.pending.clear();
  device.connection?.end(stanza('stream:error', { code: 401 }, [stanza('conflict', { type: 'device_removed' })]));
}
