/** A value of the client's state in the form in which Parley stores it. */
export interface MovedKey {
  type: string;
  id: string;
  value: string;
}

/** A linked device of another system in Parley's form (docs/operations/move-in.md). */
export interface MovedDevice {
  /** `<digits>:<device>@s.whatsapp.net`; another link of the same phone has another one. */
  jid: string;
  /** `+` and digits. */
  phone: string;
  /** The name of the account at the network; null when the source has none. */
  name: string | null;
  /** The credentials first. */
  keys: MovedKey[];
  /** Values that are not moved, by reason. */
  dropped: Record<string, number>;
}

/** A converted device, or why it cannot be moved. The reason contains no key. */
export type Conversion = { kind: 'device'; device: MovedDevice } | { kind: 'refused'; reason: string };

export const CREDS = 'creds';

const JID = /^(\d{5,20}):(\d{1,5})@s\.whatsapp\.net$/;

/** User and device of a linked device's address; null for another address. */
export function readDeviceJid(jid: string): { user: string; device: string } | null {
  const [, user, device] = JID.exec(jid) ?? [];
  return user === undefined || device === undefined || Number(device) === 0 ? null : { user, device };
}

export const phoneOfJid = (jid: string): string | null => {
  const read = readDeviceJid(jid);
  return read && `+${read.user}`;
};

/** The number of values by type, the credentials excluded. */
export function countKeys(keys: readonly Pick<MovedKey, 'type'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of keys) if (type !== CREDS) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

export const refused = (reason: string): Conversion => ({ kind: 'refused', reason });

/** Counts what is left behind, by reason. */
export function makeDropped() {
  const counts: Record<string, number> = {};
  return {
    counts,
    add(reason: string, count = 1): void {
      if (count > 0) counts[reason] = (counts[reason] ?? 0) + count;
    },
  };
}
export type Dropped = ReturnType<typeof makeDropped>;
