import { splitJid } from '../wire/stanza.ts';
import type { Group, NetworkState, Person, PersonKeys, SavedKeys } from './network-state.ts';
import { makePersonKeys } from './person-keys.ts';

/** Facts about a person, set when the phone is created or changed. */
export interface PersonFacts {
  name?: string | undefined;
  lid?: string | undefined;
  addressing?: 'pn' | 'lid' | undefined;
  receipts?: Person['receipts'] | undefined;
  hideNumber?: boolean | undefined;
  asksPasskey?: boolean | undefined;
}

/** Creates the person, or changes the given facts. */
export function putPerson(state: NetworkState, number: string, facts: PersonFacts = {}): Person {
  const person = state.people.get(number) ?? addPerson(state, number, facts.lid);
  person.name = facts.name ?? person.name;
  person.addressing = facts.addressing ?? person.addressing;
  person.hideNumber = facts.hideNumber ?? person.hideNumber;
  person.asksPasskey = facts.asksPasskey ?? person.asksPasskey;
  if (facts.receipts !== undefined) person.receipts = facts.receipts;
  return person;
}

/**
 * The owner of an address (by number or by lid, for any device); numbers that were not created exist if the settings
 * say so.
 */
export function findPerson(state: NetworkState, jid: string): Person | undefined {
  const { user, server } = splitJid(jid);
  if (server === 'lid') return state.peopleByLid.get(user);
  const known = state.people.get(user);
  if (known || state.settings.unknownNumbers === 'missing' || !/^\d{7,15}$/.test(user)) return known;
  return addPerson(state, user, undefined);
}

/** Whether a chat is a group. */
export function isGroup(chat: Person | Group): chat is Group {
  return 'members' in chat;
}

/** Adds a person, or one of an earlier run with the keys of that run. */
export function addPerson(
  state: NetworkState,
  number: string,
  lid: string | undefined,
  saved: SavedKeys | null = null,
): Person {
  let keys: PersonKeys | undefined;
  const lidUser = lid?.split('@')[0] ?? `9${number}`;
  const person: Person = {
    number,
    jid: `${number}@s.whatsapp.net`,
    lid: `${lidUser}@lid`,
    name: `Phone ${number.slice(-4)}`,
    addressing: 'pn',
    hideNumber: false,
    asksPasskey: false,
    receipts: null,
    devices: new Map(),
    nextDevice: 1,
    tokens: new Map(),
    oldChats: new Map(),
    keys() {
      keys ??= makePersonKeys(saved ?? undefined);
      return keys;
    },
    savedKeys: () => keys?.save() ?? saved,
  };
  state.people.set(number, person);
  state.peopleByLid.set(lidUser, person);
  return person;
}
