/** A channel account that a device had, in the order of their ids. */
export interface DeviceAccount {
  id: number;
  /** The phone that it was linked with. */
  number: string | null;
}

/** The account in which a device goes on: the newest of the same phone. Null where another phone is linked: it gets a new one. */
export const chooseAccount = (before: readonly DeviceAccount[], phone: string | null): number | null =>
  before.findLast(({ number }) => number === phone)?.id ?? null;
