import { verb } from '@parley/bus/verb';
import { restoreStanza as contract } from '@parley/common/contracts/internal/restore-stanza';
import { AppError } from '@parley/common/errors';
import { deviceIdOf } from '../devices/linked-device.rules.ts';
import { addDeviceKey } from '../leases/key.store.ts';
import type { PairingService } from '../service.ts';
import { INBOX, readStanza } from './quarantined-stanza.rules.ts';

/** Returns a quarantined message to the inbox of its device. Errors: not_connected. */
export const restoreStanza = verb(
  contract,
  async ({ database, cipher, now }: PairingService, { tenantId, externalId, payload }) => {
    const deviceId = deviceIdOf(externalId);
    const { hash: id, kept: value } = readStanza(payload, now().getTime());
    const isAdded =
      deviceId !== null && (await addDeviceKey(database, cipher, { tenantId, deviceId, type: INBOX, id, value }));
    if (!isAdded) throw new AppError('not_connected');
    return { restored: true };
  },
);
