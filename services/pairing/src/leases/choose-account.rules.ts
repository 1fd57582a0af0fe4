/** A former channel account of a device; in the order of their ids. */
export interface DeviceAccount {
  id: number;
  /** The phone that it was linked to. */
  number: string | null;
}

/** The account that a device continues: the newest of the same phone. Null for another phone, which gets a new account. */
export const chooseAccount = (before: readonly DeviceAccount[], phone: string | null): number | null =>
  before.findLast(({ number }) => number === phone)?.id ?? null;
