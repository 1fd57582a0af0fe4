import { verb } from '@parley/bus/verb';
import { beginMoveIn as contract } from '@parley/common/contracts/operator/move-in';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { PairingRecords } from '../records.ts';
import { hashToken, makeSessionToken } from '../sessions/session.rules.ts';
import { lockSessions } from '../sessions/session.store.ts';
import { moveInStateOf, showMoveIn } from './move-in.rules.ts';
import { findMoveInOf, insertMoveIn, isLiveKey, lockMoveIn, restartCopy } from './move-in.store.ts';
import { phoneOfJid } from './moved-device.rules.ts';

/**
 * Creates the row of a device that moves in, or begins its copy again (docs/reference/sessions.md#moved-devices). A device
 * that is started stays as it is: its keys have moved on. Errors: unknown_tenant, unknown_key.
 */
export const beginMoveIn = verb(
  contract,
  async ({ database, now }: PairingRecords, { slug, device: jid, ...given }) => {
    const tenantId = await tenantOfSlug(database, slug);
    const phone = phoneOfJid(jid);
    if (phone === null) throw invalidField('device', 'device must be the address of a linked device.');
    return database.prismaTransaction(async ({ prisma, sql }) => {
      // Two copies of one link would make two devices.
      await lockSessions(sql, tenantId);
      if (!(await isLiveKey(prisma, tenantId, given.instanceId))) throw new AppError('unknown_key');
      const known = await findMoveInOf(prisma, tenantId, jid);
      const begun = known === null ? null : await lockMoveIn({ prisma, sql }, tenantId, known);
      const state = begun && moveInStateOf(begun.state);
      const at = now();
      // No one gets the token: the device has no session.
      const tokenHash = hashToken(makeSessionToken());
      let id = begun?.id;
      if (begun === null) id = await insertMoveIn(prisma, { ...given, tenantId, jid, phone, tokenHash, now: at });
      else if (state === 'copying' || state === 'waiting') await restartCopy(prisma, begun.id, { ...given, now: at });
      const moved = id === undefined ? null : await lockMoveIn({ prisma, sql }, tenantId, id);
      if (!moved) throw new Error('A moved device is gone under its lock.');
      return showMoveIn(moved);
    });
  },
);
