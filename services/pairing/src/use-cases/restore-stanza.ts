import type { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { deviceIdOf } from '../domain/linked-device.ts';
import { INBOX, readStanza } from '../domain/quarantined-stanza.ts';

export interface RestoreStanzaDeps {
  addKey(key: { tenantId: number; deviceId: number; type: string; id: string; value: string }): Promise<boolean>;
  now(): Date;
}

/** Returns a quarantined message to the inbox of its device. Errors: not_connected. */
export function makeRestoreStanza({ addKey, now }: RestoreStanzaDeps) {
  return async ({
    tenantId,
    externalId,
    payload,
  }: InputOf<typeof restoreStanza>): Promise<OutputOf<typeof restoreStanza>> => {
    const deviceId = deviceIdOf(externalId);
    const { hash: id, kept: value } = readStanza(payload, now().getTime());
    if (deviceId === null || !(await addKey({ tenantId, deviceId, type: INBOX, id, value })))
      throw new AppError('not_connected');
    return { restored: true };
  };
}
