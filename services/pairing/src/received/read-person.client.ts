import type { DevicePerson } from '@parley/common/contracts/internal/store-device-items';

const PN = /^(\d+)(?:_\d+)?(?::\d+)?@(?:s\.whatsapp\.net|c\.us|hosted)$/;
const LID = /^(\d+)(?:_\d+)?(?::\d+)?@(?:lid|hosted\.lid)$/;

/** `+` and digits of a phone's jid, or null. */
export const phoneOf = (jid: string | null | undefined): string | null => {
  const digits = PN.exec(jid ?? '')?.[1];
  return digits === undefined ? null : `+${digits}`;
};

/** The hidden-number form of a jid, without its device, or null. */
export const lidOf = (jid: string | null | undefined): string | null => {
  const digits = LID.exec(jid ?? '')?.[1];
  return digits === undefined ? null : `${digits}@lid`;
};

/** The address of a jid, the number where it contains one. */
export const addressOf = (jid: string | null | undefined): string | null => phoneOf(jid) ?? lidOf(jid);

/** The account itself, by its jids. */
export interface OwnJids {
  id: string;
  lid: string | null;
}

/** Whether an address is one of the account's own; before it is paired it has none. */
export const isOwnAddress = (me: OwnJids | null, address: string): boolean =>
  address === addressOf(me?.id) || address === addressOf(me?.lid);

/** The jid of an address: of a number (`+` and digits); a hidden id or a group's id is one already. */
export const jidOfAddress = (address: string): string =>
  address.startsWith('+') ? `${address.slice(1)}@s.whatsapp.net` : address;

export const isGroup = (jid: string | null | undefined): boolean => jid?.endsWith('@g.us') ?? false;

/** Chats that are ignored: status, broadcast lists, newsletters (docs/reference/events.md#groups). */
export const isExcluded = (jid: string | null | undefined): boolean =>
  !jid || jid.endsWith('@broadcast') || jid.endsWith('@newsletter') || jid.endsWith('@bot');

/** The phone of a hidden number, where the client knows it. */
export type ResolvePhone = (lid: string) => Promise<string | null>;

/**
 * A person from the two forms in a message: the number where it is known, however the network addressed it, and the hidden form
 * as an alias (docs/reference/wd.md#incoming-messages).
 */
export async function readPerson(
  jid: string | null | undefined,
  alt: string | null | undefined,
  name: string | null,
  resolve: ResolvePhone,
): Promise<DevicePerson | null> {
  const lid = lidOf(jid) ?? lidOf(alt);
  const phone = phoneOf(jid) ?? phoneOf(alt) ?? (lid === null ? null : phoneOf(await resolve(lid)));
  const address = phone ?? lid;
  if (address === null) return null;
  return { address, aliases: phone !== null && lid !== null ? [lid] : [], name, phone };
}
