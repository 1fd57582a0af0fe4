import type { Cipher } from '@parley/database/encryption';

/** Signs links of mails with a key of the installation. */
type LinkSigner = Pick<Cipher, 'sign' | 'verify'>;

const PURPOSE = {
  confirm: 'notifications.confirm',
  off: 'notifications.unsubscribe',
  code: 'notifications.code',
} as const;
const CODES = 1_000_000;
/** Means every kind. */
const EVERYTHING = 'all';

/** The address of a confirmation, and the values that distinguish this confirmation from the previous one. */
export interface Confirming {
  recipientId: number;
  address: string;
  nonce: string;
}

const confirmMessage = ({ recipientId, address, nonce }: Confirming): string => `${recipientId}:${nonce}:${address}`;
const offMessage = (recipientId: number, kind: string, address: string): string => `${recipientId}:${kind}:${address}`;

/** The link that confirms an e-mail address. */
export const confirmUrl = (signer: LinkSigner, publicUrl: string, given: Confirming): string =>
  `${publicUrl}/notifications/confirm/${given.recipientId}.${signer.sign(confirmMessage(given), PURPOSE.confirm)}`;

export const isConfirmToken = (signer: LinkSigner, signature: string, given: Confirming): boolean =>
  signer.verify(confirmMessage(given), signature, PURPOSE.confirm);

/** The link that turns a kind off, or everything (null), for one recipient and their current address. */
export function turnOffUrl(
  signer: LinkSigner,
  publicUrl: string,
  { recipientId, kind, address }: { recipientId: number; kind: string | null; address: string },
): string {
  const named = kind ?? EVERYTHING;
  const signature = signer.sign(offMessage(recipientId, named, address), PURPOSE.off);
  return `${publicUrl}/notifications/off/${recipientId}.${named}.${signature}`;
}

export const isTurnOffToken = (
  signer: LinkSigner,
  { recipientId, kind, signature }: { recipientId: number; kind: string | null; signature: string },
  address: string,
): boolean => signer.verify(offMessage(recipientId, kind ?? EVERYTHING, address), signature, PURPOSE.off);

const MAX_ID = 2_147_483_647;

function readId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  return Number(text) <= MAX_ID ? Number(text) : null;
}

/** The parts of a confirmation's token, not verified yet. */
export function readConfirmToken(token: string): { recipientId: number; signature: string } | null {
  const [id, signature = '', ...rest] = token.split('.');
  const recipientId = readId(id);
  return recipientId === null || rest.length > 0 ? null : { recipientId, signature };
}

export function readTurnOffToken(
  token: string,
): { recipientId: number; kind: string | null; signature: string } | null {
  const [id, kind = '', signature = '', ...rest] = token.split('.');
  const recipientId = readId(id);
  if (recipientId === null || rest.length > 0 || kind === '') return null;
  return { recipientId, kind: kind === EVERYTHING ? null : kind, signature };
}

/** The six digits that confirm a phone. */
export function confirmCode(signer: LinkSigner, given: Confirming): string {
  const bytes = Buffer.from(signer.sign(confirmMessage(given), PURPOSE.code), 'base64url');
  return String(bytes.readUIntBE(0, 6) % CODES).padStart(6, '0');
}
