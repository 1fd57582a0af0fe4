import type {
  DeviceGroupAct,
  DeviceGroupOutcome,
  DeviceGroupPerson,
} from '@parley/common/contracts/internal/manage-device-group';
import type { BinaryNode, GroupMetadata, WASocket } from 'baileys';
import type { GroupList } from '../devices/device-network.rules.ts';
import { NOT_CONNECTED } from '../network/acks.client.ts';
import type { Limits } from '../network/limits.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { networkCodeOf, queryFailureOf } from '../network/query-failure.client.ts';
import { secondsAsInstant } from '../received/network-time.client.ts';
import { addressOf, jidOfAddress, type OwnJids } from '../received/read-person.client.ts';
import type { AddPace } from './add-pace.client.ts';
import { changeRules } from './change-rules.client.ts';
import { readGroup, readSummary } from './read-group.client.ts';

interface GroupsOptions {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  limits: Limits;
  me(): OwnJids | null;
  pace: AddPace;
  list: GroupList;
  /** Cache of groups; an entry is dropped at every notice about the group. */
  cache: { get(id: string): GroupMetadata | undefined; set(id: string, group: GroupMetadata): void };
  /** Drops a group from the caches. */
  forget(id: string): void;
}

type ActOf<T extends DeviceGroupAct['type']> = Extract<DeviceGroupAct, { type: T }>;

const MISSING_ACCESS: ReadonlySet<number> = new Set([401, 403]);
const ABSENT_CODE = 404;
const CONFLICT = 409;

/** Acts on the groups of a device (docs/reference/groups.md). */
export function makeGroups({ lib, sock, isOpen, limits, me, pace, list, cache, forget }: GroupsOptions) {
  async function fetchGroup(id: string): Promise<GroupMetadata> {
    const found = await sock.groupMetadata(id);
    cache.set(id, found);
    return found;
  }
  const findGroup = async (id: string): Promise<GroupMetadata> => cache.get(id) ?? fetchGroup(id);
  /** Null when the device is not in it. */
  async function findOwn(id: string): Promise<GroupMetadata | null> {
    try {
      return await fetchGroup(id);
    } catch (error) {
      const code = networkCodeOf(error);
      if (code === ABSENT_CODE || (code !== null && MISSING_ACCESS.has(code))) return null;
      throw error;
    }
  }

  async function listGroups({ after, limit }: ActOf<'list'>): Promise<DeviceGroupOutcome> {
    const groups = await list.read({
      all: async () => Object.values(await sock.groupFetchAllParticipating()).map((one) => readSummary(one, me())),
      one: async (id) => {
        const found = await findOwn(id);
        return found && readSummary(found, me());
      },
    });
    if ('retryAfterMs' in groups) return { outcome: 'paced', reason: 'list', retryAfterMs: groups.retryAfterMs };
    const rest = after === null ? groups : groups.filter(({ groupId }) => groupId > after);
    return { outcome: 'listed', groups: rest.slice(0, limit), hasMore: rest.length > limit };
  }

  async function create({ subject, description, people, key }: ActOf<'create'>): Promise<DeviceGroupOutcome> {
    const retryAfterMs = await pace.take(people.length, key);
    if (retryAfterMs > 0) return { outcome: 'paced', reason: 'adds', retryAfterMs };
    // The library's own call makes a new key each time, so that a repeat would create a second group.
    const participants = people.map((one) => ({ tag: 'participant', attrs: { jid: jidOfAddress(one) } }));
    const answer: BinaryNode = await sock.query({
      tag: 'iq',
      attrs: { type: 'set', xmlns: 'w:g2', to: '@g.us' },
      content: [{ tag: 'create', attrs: { subject, key }, content: participants }],
    });
    const node = lib.getBinaryNodeChild(answer, 'group');
    const refusals = lib.getBinaryNodeChildren(node, 'participant').filter(({ attrs }) => attrs.error !== undefined);
    const id = node?.attrs.id ?? '';
    const groupId = id.includes('@') ? id : `${id}@g.us`;
    list.changed(groupId);
    let group = await fetchGroup(groupId);
    if (description !== null && group.desc !== description) {
      await sock.groupUpdateDescription(groupId, description);
      group = await fetchGroup(groupId);
    }
    const info = readGroup(group, me());
    const results = people.map((address) => {
      const refusal = refusals.find(({ attrs }) => [attrs.jid, attrs.phone_number].map(addressOf).includes(address));
      return { address, status: Number(refusal?.attrs.error ?? 200) };
    });
    return { outcome: 'created', group: info, results };
  }

  async function update({ group, subject, description, settings }: ActOf<'update'>): Promise<DeviceGroupOutcome> {
    if (subject !== undefined) await sock.groupUpdateSubject(group, subject);
    if (description !== undefined) await describe(group, description);
    await changeRules(sock, group, settings);
    forget(group);
    return { outcome: 'group', group: readGroup(await fetchGroup(group), me()) };
  }

  /** The network refuses a description that replaces another one than the device knows: then it is read again. */
  async function describe(group: string, text: string): Promise<void> {
    try {
      await sock.groupUpdateDescription(group, text || undefined);
    } catch (error) {
      if (networkCodeOf(error) !== CONFLICT) throw error;
      await sock.groupUpdateDescription(group, text || undefined);
    }
  }

  async function changeMembers({ group, change, people }: ActOf<'members'>): Promise<DeviceGroupOutcome> {
    // Checked before the pace is used: a device adds no one to a group that it is not in.
    if (change === 'add') {
      await findGroup(group);
      const retryAfterMs = await pace.take(people.length);
      if (retryAfterMs > 0) return { outcome: 'paced', reason: 'adds', retryAfterMs };
    }
    const results = await sock.groupParticipantsUpdate(group, people.map(jidOfAddress), change);
    forget(group);
    return { outcome: 'people', results: byAddress(people, results) };
  }

  async function listRequests({ group }: ActOf<'requests'>): Promise<DeviceGroupOutcome> {
    const requests = await sock.groupRequestParticipantsList(group);
    return {
      outcome: 'requests',
      requests: requests.flatMap(readRequest),
    };
  }

  async function join(code: string): Promise<DeviceGroupOutcome> {
    const group = (await sock.groupAcceptInvite(code)) ?? null;
    if (group !== null) forget(group);
    return { outcome: 'joined', group };
  }

  async function perform(act: DeviceGroupAct): Promise<DeviceGroupOutcome> {
    switch (act.type) {
      case 'list':
        return listGroups(act);
      case 'get':
        return { outcome: 'group', group: readGroup(await findGroup(act.group), me()) };
      case 'create':
        return create(act);
      case 'update':
        return update(act);
      case 'members':
        return changeMembers(act);
      case 'invite': {
        const code = await (act.isRevoked ? sock.groupRevokeInvite(act.group) : sock.groupInviteCode(act.group));
        if (code === undefined) return { outcome: 'unknown', message: 'The network answered without a code.' };
        return { outcome: 'invite', code };
      }
      case 'join':
        return join(act.code);
      case 'requests':
        return listRequests(act);
      case 'decide': {
        const jids = act.people.map(jidOfAddress);
        const results = await sock.groupRequestParticipantsUpdate(act.group, jids, act.decision);
        forget(act.group);
        return { outcome: 'people', results: byAddress(act.people, results) };
      }
      case 'leave':
        await sock.groupLeave(act.group);
        forget(act.group);
        return { outcome: 'done' };
    }
  }

  /** The network answers alike to a stranger and to a member who is no admin: the group itself shows which it is. */
  async function explain(act: DeviceGroupAct, error: unknown): Promise<DeviceGroupOutcome> {
    const code = networkCodeOf(error);
    if (!('group' in act) || code === null) return queryFailureOf(error);
    if (code === ABSENT_CODE) return { outcome: 'absent' };
    if (!MISSING_ACCESS.has(code)) return queryFailureOf(error);
    if (act.type === 'get') return { outcome: 'absent' };
    return { outcome: (await findOwn(act.group)) === null ? 'absent' : 'forbidden' };
  }

  /** Performs an act by `deadline` (ms since the epoch). Never throws. */
  return async (act: DeviceGroupAct, deadline: number): Promise<DeviceGroupOutcome> => {
    if (!isOpen() || Date.now() >= deadline)
      return { outcome: 'refused', status: null, message: NOT_CONNECTED.message };
    const run = () => perform(act).catch((error: unknown) => explain(act, error));
    try {
      return await limits.within('The act on the group', run(), deadline);
    } catch (error) {
      return queryFailureOf(error);
    }
  };
}

type Attributes = Partial<Record<'jid' | 'phone_number' | 'request_time' | 'request_method', string>>;
type Requests = Extract<DeviceGroupOutcome, { outcome: 'requests' }>['requests'];

/** A person who asks to join, from the attributes of the network's node. */
function readRequest({ phone_number: phone, jid, request_time: time, request_method: method }: Attributes): Requests {
  const address = addressOf(phone) ?? addressOf(jid);
  const requestedAt = time === undefined ? null : secondsAsInstant(time);
  return address === null ? [] : [{ address, requestedAt, method: method ?? null }];
}

/** The network's code for each person that was named, whichever of their ids it answers with. */
function byAddress(
  people: readonly string[],
  results: readonly { status: string; jid: string | undefined; content?: BinaryNode }[],
): DeviceGroupPerson[] {
  return people.map((address, index) => {
    const isTheirs = ({ jid, content }: (typeof results)[number]): boolean =>
      [jid, content?.attrs.phone_number, content?.attrs.lid].map(addressOf).includes(address);
    // The network answers in the order of the request, and sometimes with another id of the person.
    const found = results.find(isTheirs) ?? (results.length === people.length ? results[index] : undefined);
    return { address, status: Number(found?.status ?? 500) };
  });
}
