import type { PairPageStage } from '@parley/common/contracts/internal/pair-page';
import type { Cipher } from '@parley/database/encryption';
import type { z } from 'zod';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { UNPAIRED } from '../leases/device-state.rules.ts';

const PURPOSE = 'pair-page';
const TOKEN = /^([1-9a-z][0-9a-z]{0,6})-([1-9a-z][0-9a-z]{0,6})-([\w-]{43})$/;

/**
 * The address of a session's hosted page (docs/reference/sessions.md#hosted-page). Its signed token names the session,
 * and does not contain the session token.
 */
export function pairUrlOf(
  publicUrl: string,
  cipher: Pick<Cipher, 'sign'>,
  { tenantId, id }: Pick<LinkedDevice, 'tenantId' | 'id'>,
): string {
  const name = `${tenantId.toString(36)}-${id.toString(36)}`;
  return `${publicUrl}/pair/${name}-${cipher.sign(name, PURPOSE)}`;
}

/** The session that a page's token names; null when the signature is invalid. */
export function readPairToken(cipher: Pick<Cipher, 'verify'>, token: string): { tenantId: number; id: number } | null {
  const [, tenant = '', device = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (!cipher.verify(`${tenant}-${device}`, signature, PURPOSE)) return null;
  return { tenantId: Number.parseInt(tenant, 36), id: Number.parseInt(device, 36) };
}

/**
 * The current function of the page. It links a session's first phone within the session's hour; it cannot link the
 * session again later, so an old URL has no effect.
 */
export function stageOf({ state, phone }: LinkedDevice, now: Date): Exclude<z.infer<typeof PairPageStage>, 'paused'> {
  const { status, isPaired } = state;
  if (isPaired) return status === 'connecting' ? 'linking' : 'linked';
  return UNPAIRED.includes(status) && phone === null && now < state.expiresAt ? 'open' : 'over';
}
