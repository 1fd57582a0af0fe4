import { withTransactions } from '@parley/runtime/turns/key-transactions';
import { makeTurns } from '@parley/runtime/turns/make-turns';
import {
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  generateRegistrationId,
  generateSignalPubKey,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  signedKeyPair,
  unpadRandomMax16,
} from 'baileys';
import { SILENT } from '../wire/silent-logger.ts';
import { splitJid } from '../wire/stanza.ts';
import { takeBundle } from '../wire/take-bundle.ts';
import type { Device, Group, NetworkState, Person, PersonKeys, SavedKeys } from './network-state.ts';
import { newProfile } from './person-profile.ts';

/** Facts about a person, set when the phone is created or changed. */
export interface PersonFacts {
  name?: string | undefined;
  lid?: string | undefined;
  addressing?: 'pn' | 'lid' | undefined;
  receipts?: Person['receipts'] | undefined;
  hideNumber?: boolean | undefined;
  asksPasskey?: boolean | undefined;
  groupAdds?: Person['groupAdds'] | undefined;
  about?: string | undefined;
  hidesProfile?: boolean | undefined;
}

/** Creates the person, or changes the given facts. */
export function putPerson(state: NetworkState, number: string, facts: PersonFacts = {}): Person {
  const person = state.people.get(number) ?? addPerson(state, number, facts.lid);
  person.name = facts.name ?? person.name;
  person.addressing = facts.addressing ?? person.addressing;
  person.hideNumber = facts.hideNumber ?? person.hideNumber;
  person.asksPasskey = facts.asksPasskey ?? person.asksPasskey;
  person.groupAdds = facts.groupAdds ?? person.groupAdds;
  person.profile.about = facts.about ?? person.profile.about;
  person.profile.isHidden = facts.hidesProfile ?? person.profile.isHidden;
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
    groupAdds: 'allowed',
    profile: newProfile(),
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

/** New keys without sessions. */
function newKeys(): SavedKeys {
  const identity = Curve.generateKeyPair();
  return { identity, signedPreKey: signedKeyPair(identity, 1), registrationId: generateRegistrationId(), entries: [] };
}

/** Makes a person's keys, or those of an earlier run. */
function makePersonKeys(saved: SavedKeys = newKeys()): PersonKeys {
  const { identity, signedPreKey, registrationId } = saved;
  const entries = new Map(saved.entries);
  const creds = { signedIdentityKey: identity, signedPreKey, registrationId };
  const keys = withTransactions<SignalDataTypeMap>(memoryKeyStore(entries));
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, SILENT, async () => []);
  /** A session must not be deleted between its start and the encryption that uses it. */
  const inTurn = makeTurns<Device>();

  return {
    registrationId,
    identity,
    signedPreKey,
    encrypt: (device, message) =>
      inTurn(device, async () => {
        const { exists } = await repository.validateSession(device.lid);
        if (!exists) await repository.injectE2ESession({ jid: device.lid, session: sessionWith(device) });
        return repository.encryptMessage({ jid: device.lid, data: encodeWAMessage(message) });
      }),
    async decrypt(device, type, ciphertext) {
      if (type !== 'pkmsg' && type !== 'msg') throw new Error(`Nothing decrypts ${type}.`);
      const padded = await repository.decryptMessage({ jid: device.lid, type, ciphertext });
      return proto.Message.decode(unpadRandomMax16(padded));
    },
    async encryptForGroup(group, ownLid, message) {
      const data = encodeWAMessage(message);
      const sealed = await repository.encryptGroupMessage({ group, meId: ownLid, data });
      const axolotlSenderKeyDistributionMessage = sealed.senderKeyDistributionMessage;
      const senderKeyDistributionMessage = { groupId: group, axolotlSenderKeyDistributionMessage };
      return { ciphertext: sealed.ciphertext, keyMessage: { senderKeyDistributionMessage } };
    },
    async decryptFromGroup(group, author, ciphertext) {
      const padded = await repository.decryptGroupMessage({ group, authorJid: author, msg: ciphertext });
      return proto.Message.decode(unpadRandomMax16(padded));
    },
    takeGroupKey: (author, item) => repository.processSenderKeyDistributionMessage({ item, authorJid: author }),
    forgetSession: (device) => inTurn(device, () => repository.deleteSession([device.lid])),
    save: () => ({ identity, signedPreKey, registrationId, entries: [...entries] }),
  };
}

function sessionWith(device: Device) {
  const bundle = takeBundle(device);
  if (bundle === null) throw new Error(`Device ${device.id} has not uploaded its keys.`);
  const publicKey = (key: Buffer) => Buffer.from(generateSignalPubKey(key));
  const { id, key, signature } = bundle.signed;
  return {
    registrationId: bundle.registrationId,
    identityKey: publicKey(bundle.identity),
    signedPreKey: { keyId: id, publicKey: publicKey(key), signature },
    ...(bundle.oneTime ? { preKey: { keyId: bundle.oneTime.id, publicKey: publicKey(bundle.oneTime.key) } } : {}),
  };
}

function memoryKeyStore(entries: Map<string, unknown>): SignalKeyStore {
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const value = entries.get(`${type}:${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T]; // safe: `set` stores that type's values under its name
      }
      return found;
    },
    set(data: SignalDataSet) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values)) {
          if (value === null) entries.delete(`${type}:${id}`);
          else entries.set(`${type}:${id}`, value);
        }
      }
    },
  };
}
