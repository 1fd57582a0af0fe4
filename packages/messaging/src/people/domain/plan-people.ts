import { at } from '@parley/common/at';
/** A person as identified by a caller. */
export interface NamedPerson {
  tenantId: number;
  channel: string;
  /** At least one; the person may be known by any of them. */
  addresses: readonly string[];
  /** The names given now; null means unknown. */
  name: string | null;
  username: string | null;
  phone: string | null;
}

export interface Names {
  name: string | null;
  username: string | null;
  phone: string | null;
}

/** An address with its contact. */
export interface KnownAddress extends Names {
  tenantId: number;
  channel: string;
  address: string;
  contactId: number;
}

export interface AddedAddress {
  tenantId: number;
  channel: string;
  address: string;
  contactId: number;
}

/** The plan for one person of a batch. */
export interface PersonPlan {
  /** Positions of the person in the batch, in order. */
  members: number[];
  tenantId: number;
  channel: string;
  /** The contact to keep; null to create one. */
  contactId: number | null;
  /** Contacts that turned out to be the same person, in order. */
  mergedIds: number[];
  /** Addresses that no contact has yet. */
  missing: string[];
  names: Names;
  renamed: boolean;
}

/** Identifies an address in maps. */
export const addressKey = ({
  tenantId,
  channel,
  address,
}: Pick<KnownAddress, 'tenantId' | 'channel' | 'address'>): string => JSON.stringify([tenantId, channel, address]);

/** Groups people who share an address, directly or through others; every group holds positions in order. */
function groupPeople(people: readonly NamedPerson[], contactOf: ReadonlyMap<string, KnownAddress>): number[][] {
  const parents = people.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = at(parents, root);
    return root;
  };
  const holders = new Map<string, number>();
  for (const [index, { tenantId, channel, addresses }] of people.entries()) {
    for (const address of addresses) {
      const key = addressKey({ tenantId, channel, address });
      const known = contactOf.get(key);
      const identity = known ? `contact ${known.contactId}` : key;
      const holder = rootOf(holders.get(identity) ?? index);
      const own = rootOf(index);
      parents[Math.max(holder, own)] = Math.min(holder, own);
      holders.set(identity, index);
    }
  }
  const groups = new Map<number, number[]>();
  for (const index of people.keys()) {
    const root = rootOf(index);
    groups.set(root, [...(groups.get(root) ?? []), index]);
  }
  return [...groups.values()];
}

const sameNames = (a: Names, b: Names): boolean =>
  a.name === b.name && a.username === b.username && a.phone === b.phone;

/** The first non-null value among several contacts. */
const firstOf = (known: readonly KnownAddress[], member: keyof Names): string | null =>
  known.find((entry) => entry[member] !== null)?.[member] ?? null;

/**
 * Given names replace known ones, in the order of the batch; a merged contact passes on its names when the kept one has
 * none. A new contact whose address is a number gets it as phone.
 */
function namesAfter(known: readonly KnownAddress[], given: readonly NamedPerson[]): Names {
  const names: Names = {
    name: firstOf(known, 'name'),
    username: firstOf(known, 'username'),
    phone: firstOf(known, 'phone'),
  };
  for (const { name, username, phone } of given) {
    names.name = name ?? names.name;
    names.username = username ?? names.username;
    names.phone = phone ?? names.phone;
  }
  const address = given[0]?.addresses[0];
  if (known.length === 0 && names.phone === null && address?.startsWith('+')) names.phone = address;
  return names;
}

/**
 * Identifies the people of a batch: one plan per person. Entries that share an address, or whose addresses belong to one
 * contact, are one person; of several contacts the oldest is kept (docs/reference/channels.md#conversations).
 */
export function planPeople(people: readonly NamedPerson[], known: readonly KnownAddress[]): PersonPlan[] {
  const contactOf = new Map(known.map((entry) => [addressKey(entry), entry]));
  return groupPeople(people, contactOf).map((members) => {
    const given = members.map((index) => at(people, index));
    const { tenantId, channel } = at(given, 0);
    const addresses = [...new Set(given.flatMap((person) => person.addresses))];
    const found = addresses
      .flatMap((address) => contactOf.get(addressKey({ tenantId, channel, address })) ?? [])
      .sort((a, b) => a.contactId - b.contactId);
    const [oldest] = found;
    const names = namesAfter(found, given);
    return {
      members,
      tenantId,
      channel,
      contactId: oldest?.contactId ?? null,
      mergedIds: [...new Set(found.map(({ contactId }) => contactId))].slice(1),
      missing: addresses.filter((address) => !contactOf.has(addressKey({ tenantId, channel, address }))),
      names,
      renamed: oldest !== undefined && !sameNames(oldest, names),
    };
  });
}
