/** Somebody as a caller names them. */
export interface NamedPerson {
  tenantId: number;
  channel: string;
  /** At least one; the person may be known by any of them. */
  addresses: readonly string[];
  /** What is told of them now; null says nothing. */
  name: string | null;
  username: string | null;
  phone: string | null;
}

export interface Names {
  name: string | null;
  username: string | null;
  phone: string | null;
}

/** An address with the contact behind it. */
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

/** Everything that one person of a batch needs. */
export interface PersonPlan {
  /** Where the person stands in the batch, in order. */
  members: number[];
  tenantId: number;
  channel: string;
  /** The contact that stays; null: it is made. */
  contactId: number | null;
  /** Contacts that turned out to be the same person, in order. */
  mergedIds: number[];
  /** Addresses that no contact has yet. */
  missing: string[];
  names: Names;
  renamed: boolean;
}

const keyOf = (tenantId: number, channel: string, address: string): string =>
  JSON.stringify([tenantId, channel, address]);

/** Groups people who share an address, directly or through others; every group holds positions in order. */
function groupPeople(people: readonly NamedPerson[], contactOf: ReadonlyMap<string, KnownAddress>): number[][] {
  const parents = people.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const holders = new Map<string, number>();
  for (const [index, { tenantId, channel, addresses }] of people.entries()) {
    for (const address of addresses) {
      const key = keyOf(tenantId, channel, address);
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

/** What is told replaces what is known, in the order of the batch. A new contact whose address is a number has it as phone. */
function namesAfter(known: KnownAddress | undefined, told: readonly NamedPerson[]): Names {
  const names: Names = { name: known?.name ?? null, username: known?.username ?? null, phone: known?.phone ?? null };
  for (const { name, username, phone } of told) {
    names.name = name ?? names.name;
    names.username = username ?? names.username;
    names.phone = phone ?? names.phone;
  }
  const address = told[0]?.addresses[0];
  if (!known && names.phone === null && address?.startsWith('+')) names.phone = address;
  return names;
}

/**
 * Decides who is who: one plan per person. Whoever shares an address, or is behind the address of one contact, is one
 * person; of several contacts the oldest stays (docs/reference/channels.md#conversations).
 */
export function planPeople(people: readonly NamedPerson[], known: readonly KnownAddress[]): PersonPlan[] {
  const contactOf = new Map(known.map((entry) => [keyOf(entry.tenantId, entry.channel, entry.address), entry]));
  return groupPeople(people, contactOf).map((members) => {
    const told = members.flatMap((index) => people[index] ?? []);
    const { tenantId = 0, channel = '' } = told[0] ?? {};
    const addresses = [...new Set(told.flatMap((person) => person.addresses))];
    const found = addresses
      .flatMap((address) => contactOf.get(keyOf(tenantId, channel, address)) ?? [])
      .sort((a, b) => a.contactId - b.contactId);
    const [oldest] = found;
    const names = namesAfter(oldest, told);
    return {
      members,
      tenantId,
      channel,
      contactId: oldest?.contactId ?? null,
      mergedIds: [...new Set(found.map(({ contactId }) => contactId))].slice(1),
      missing: addresses.filter((address) => !contactOf.has(keyOf(tenantId, channel, address))),
      names,
      renamed: oldest !== undefined && !sameNames(oldest, names),
    };
  });
}
