import type { restoreStanza as contract } from '@parley/common/contracts/internal/restore-stanza';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { deviceIdOf } from '../domain/linked-device.ts';
import { INBOX, readStanza } from '../domain/quarantined-stanza.ts';
import type { PairingService } from '../service.ts';
import { addDeviceKey } from '../storage/key-store.ts';

/** Returns a quarantined message to the inbox of its device. Errors: not_connected. */
export async function restoreStanza(
  { database, cipher, now }: PairingService,
  { tenantId, externalId, payload }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const deviceId = deviceIdOf(externalId);
  const { hash: id, kept: value } = readStanza(payload, now().getTime());
  const isAdded =
    deviceId !== null && (await addDeviceKey(database, cipher, { tenantId, deviceId, type: INBOX, id, value }));
  if (!isAdded) throw new AppError('not_connected');
  return { restored: true };
}
