import { proto } from 'baileys';
import type { KeptPart } from '../../../state/kept-part.ts';
import { makeDevice } from '../wire/pair-device.ts';
import { newGroupFacts } from './group-facts.ts';
import {
  type Device,
  type Group,
  type GroupDescription,
  type NetworkState,
  type OldChat,
  type Person,
  type ReceivedMessage,
  type RequestMethod,
  remember,
  type SavedKeys,
} from './network-state.ts';
import { addPerson } from './people.ts';
import { type SavedProfile, saveProfile } from './person-profile.ts';

/** The newest messages that devices sent, which the test phone shows. */
const MAX_MESSAGES = 1000;

type SavedDevice = Pick<Device, 'index' | 'noiseKey' | 'platform' | 'keys' | 'hasHistory'>;
type SavedPerson = Pick<
  Person,
  'number' | 'lid' | 'name' | 'addressing' | 'hideNumber' | 'asksPasskey' | 'receipts' | 'groupAdds' | 'nextDevice'
> & {
  keys: SavedKeys | null;
  /** Absent in what an earlier version saved. */
  profile?: SavedProfile;
  devices: SavedDevice[];
  tokens: [person: string, token: Buffer][];
  oldChats: [person: string, messages: OldChat['messages']][];
};
type SavedGroup = Pick<Group, 'id' | 'subject' | 'addressing' | 'createdAtS'> & {
  owner: string;
  members: [person: string, role: 'superadmin' | 'admin' | null][];
  /** Absent in what an earlier version saved. */
  facts?: Pick<Group, 'rules' | 'inviteCode' | 'createKey' | 'sizeLimit'> & {
    description: (Omit<GroupDescription, 'by'> & { by: string }) | null;
    revokedCodes: string[];
    requests: [person: string, request: { atS: number; method: RequestMethod }][];
  };
};
type SavedMessage = Omit<ReceivedMessage, 'content'> & { content: Uint8Array | null };
interface SavedNetwork {
  settings: NetworkState['settings'];
  people: SavedPerson[];
  groups: SavedGroup[];
  received: SavedMessage[];
}

function savePerson(person: Person): SavedPerson {
  const { number, lid, name, addressing, hideNumber, asksPasskey, receipts, groupAdds, nextDevice } = person;
  const devices = [...person.devices.values()].filter(({ state }) => state === 'paired');
  return {
    ...{ number, lid, name, addressing, hideNumber, asksPasskey, receipts, groupAdds, nextDevice },
    keys: person.savedKeys(),
    profile: saveProfile(person.profile),
    devices: devices.map(({ index, noiseKey, platform, keys, hasHistory }) => ({
      ...{ index, noiseKey, platform, keys, hasHistory },
    })),
    tokens: [...person.tokens].map(([{ number: other }, token]) => [other, token]),
    oldChats: [...person.oldChats].map(([{ number: other }, { messages }]) => [other, messages]),
  };
}

function saveGroup(group: Group): SavedGroup {
  const { id, subject, addressing, createdAtS, owner, members, description, revokedCodes, requests } = group;
  const { rules, inviteCode, createKey, sizeLimit } = group;
  return {
    ...{ id, subject, addressing, createdAtS },
    owner: owner.number,
    members: [...members].map(([{ number }, role]) => [number, role]),
    facts: {
      ...{ rules, inviteCode, createKey, sizeLimit },
      description: description && { ...description, by: description.by.number },
      revokedCodes: [...revokedCodes],
      requests: [...requests].map(([{ number }, request]) => [number, request]),
    },
  };
}

const saveMessage = (message: ReceivedMessage): SavedMessage => ({
  ...message,
  content: message.content && proto.Message.encode(message.content).finish(),
});

function loadDevices(state: NetworkState, person: Person, devices: SavedDevice[]): void {
  for (const { keys, hasHistory, ...saved } of devices) {
    const device = makeDevice(person, saved);
    Object.assign(device, { keys, hasHistory, state: 'paired' });
    person.devices.set(device.index, device);
    state.devices.set(device.id, device);
  }
}

function loadPeople(state: NetworkState, people: SavedPerson[]): void {
  for (const { number, lid, keys, devices, profile, tokens: _, oldChats: __, ...facts } of people) {
    const person = addPerson(state, number, lid, keys);
    Object.assign(person, facts);
    if (profile) Object.assign(person.profile, { ...profile, blocked: new Set() });
    loadDevices(state, person, devices);
  }
  // All people exist at this point.
  for (const { number, tokens, oldChats, profile } of people) {
    const person = state.people.get(number);
    for (const other of profile?.blocked ?? []) withPerson(state, other, (found) => person?.profile.blocked.add(found));
    for (const [other, token] of tokens) withPerson(state, other, (found) => person?.tokens.set(found, token));
    for (const [other, messages] of oldChats)
      withPerson(state, other, (found) => person?.oldChats.set(found, { person: found, messages }));
  }
}

function withPerson(state: NetworkState, number: string, act: (person: Person) => void): void {
  const person = state.people.get(number);
  if (person) act(person);
}

function loadGroups(state: NetworkState, groups: SavedGroup[]): void {
  for (const { owner, members, facts, ...saved } of groups)
    withPerson(state, owner, (found) => {
      const { description = null, revokedCodes = [], requests = [], ...kept } = facts ?? {};
      const by = description === null ? undefined : state.people.get(description.by);
      const group: Group = {
        ...saved,
        ...newGroupFacts(),
        ...kept,
        description: description && by ? { ...description, by } : null,
        revokedCodes: new Set(revokedCodes),
        owner: found,
        members: new Map(),
        keyHolders: new Map(),
      };
      for (const [number, role] of members) withPerson(state, number, (member) => group.members.set(member, role));
      for (const [number, request] of requests)
        withPerson(state, number, (person) => group.requests.set(person, request));
      state.groups.set(group.id, group);
    });
}

/**
 * People with their phones, linked devices and groups, and the messages that devices sent. Messages that wait for a
 * device are not kept.
 */
export const keepNetwork = (state: NetworkState): KeptPart => ({
  save: (): SavedNetwork => ({
    settings: state.settings,
    people: [...state.people.values()].map(savePerson),
    groups: [...state.groups.values()].map(saveGroup),
    received: state.received.newest(MAX_MESSAGES).map(({ entry }) => saveMessage(entry)),
  }),
  load(saved) {
    const { settings, people, groups, received } = saved as SavedNetwork; // safe: `save` returned it
    Object.assign(state.settings, settings);
    loadPeople(state, people);
    loadGroups(state, groups);
    for (const { content, ...message } of received) {
      const kept = { ...message, content: content && proto.Message.decode(content) };
      state.received.push(kept);
      remember(state.receivedById, `${kept.from} ${kept.id}`, kept);
    }
  },
});
