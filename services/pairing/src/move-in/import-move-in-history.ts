import { verb } from '@parley/bus/verb';
import { importMoveInHistory as contract } from '@parley/common/contracts/operator/move-in';
import { AppError, invalidField } from '@parley/common/errors';
import { splitBySize } from '@parley/database/batches/split-by-size';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { ONE_CALL, storeOldMessages } from '../history/import-history.steps.ts';
import { BrokenMessage } from '../history/read-history.client.ts';
import type { PairingService } from '../service.ts';
import { linkOfCreds, moveInStateOf, notInState } from './move-in.rules.ts';
import { findMappedPhone, findMoveIn, readMovedCreds } from './move-in.store.ts';

/**
 * Stores messages that the source of a moved device kept (docs/reference/sessions.md#moved-devices). A repeat stores
 * nothing twice. Errors: unknown_tenant, unknown_move_in, service_unavailable.
 */
export const importMoveInHistory = verb(contract, async (service: PairingService, { slug, accountId, history }) => {
  const { database, cipher, network } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const moved = await findMoveIn(database.prisma, tenantId, accountId);
  if (!moved) throw new AppError('unknown_move_in');
  const state = moveInStateOf(moved.state);
  if (state !== 'moved') throw notInState(state);
  const link = linkOfCreds((await readMovedCreds(database.prisma, cipher, moved.id)) ?? '');
  if (!link) throw new Error('A connected device has no credentials.');

  const done = { stored: 0, refused: 0, isFull: false };
  const phones = new Map<string, Promise<string | null>>();
  const device = {
    me: () => link.me,
    resolve(lid: string) {
      const phone = phones.get(lid) ?? findMappedPhone(database.prisma, cipher, moved.id, lid);
      phones.set(lid, phone);
      return phone;
    },
  };
  const messages = await network
    .readHistory(Buffer.from(history, 'base64'), device, { from: 0, before: link.linkedAtS }, () => done.refused++)
    .catch((error: unknown) => {
      throw error instanceof BrokenMessage
        ? invalidField('history', 'history must be a HistorySync of the protocol, in base64.')
        : error;
    });
  for (const part of splitBySize(messages, ONE_CALL)) {
    // The answer counts a refused message, and the call can be repeated: no message is tried again here.
    const { stored, refused, isFull } = await storeOldMessages(service, { ...moved, tenantId }, part, Infinity);
    done.stored += stored;
    done.refused += refused;
    done.isFull = isFull;
    if (isFull) break;
  }
  return { accountId, ...done };
});
