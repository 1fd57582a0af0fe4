import { withTransactions } from '@parley/runtime/turns/key-transactions';
import type { AuthenticationCreds, SignalDataTypeMap } from 'baileys';
import type { DeviceAuth } from '../../src/devices/device-network.rules.ts';
import type { MovedKey } from '../../src/move-in/moved-device.rules.ts';
import { openAuthState } from '../../src/network/auth-state.client.ts';
import { SILENT } from '../../src/network/baileys-options.client.ts';
import { loadBaileys } from '../../src/network/load-baileys.client.ts';

const lib = await loadBaileys();

/** A store in memory with these values. */
export function storeOf(keys: readonly MovedKey[]): DeviceAuth & { rows: Map<string, string> } {
  const rows = new Map(keys.map(({ type, id, value }) => [`${type} ${id}`, value]));
  return {
    rows,
    get: async (type, ids) =>
      new Map(
        ids.flatMap((id) => {
          const value = rows.get(`${type} ${id}`);
          return value === undefined ? [] : [[id, value] as const];
        }),
      ),
    list: async () => new Map(),
    async set(changes) {
      for (const { type, id, value } of changes)
        if (value === null) rows.delete(`${type} ${id}`);
        else rows.set(`${type} ${id}`, value);
    },
  };
}

/** The client's own Signal repository over moved keys, as a device's connection has it. */
export async function openMoved(keys: readonly MovedKey[]) {
  const { creds, keys: store } = await openAuthState(lib, storeOf(keys));
  return { creds, store, ...partyOf(creds, withTransactions<SignalDataTypeMap>(store)) };
}

type Creds = Pick<AuthenticationCreds, 'registrationId' | 'signedIdentityKey' | 'signedPreKey'>;

/** A person's repository. */
export const partyOf = (creds: Creds, keys: ReturnType<typeof withTransactions<SignalDataTypeMap>>) => ({
  // safe: a repository reads these members only
  repository: lib.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds: creds as AuthenticationCreds, keys },
    SILENT,
    async () => undefined,
  ),
});

/** A person whose keys and sessions the test gives. */
export async function openPeer(creds: Creds, values: { [T in keyof SignalDataTypeMap]?: Record<string, unknown> }) {
  const { keys } = await openAuthState(lib, storeOf([]));
  // safe: values of the test
  await keys.set(values as Parameters<typeof keys.set>[0]);
  return partyOf(creds, withTransactions<SignalDataTypeMap>(keys));
}
