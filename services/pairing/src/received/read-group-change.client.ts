import { DEVICE_LIMITS, type DeviceItem, type GroupFacts } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';
import { secondsAsInstant } from './network-time.client.ts';
import { isGroup, lidOf, phoneOf, type ResolvePhone, readPerson } from './read-person.client.ts';
import { readRuleChange } from './read-rule-change.client.ts';

type GroupChange = Extract<DeviceItem, { kind: 'group-change' }>;
type GroupRequest = Extract<DeviceItem, { kind: 'group-request' }>;
type Change = Pick<GroupChange, 'subject' | 'joined' | 'left' | 'facts'>;

/** The phones of hidden numbers that the client knows, with one look-up. */
export type ResolvePhones = (lids: string[]) => Promise<Map<string, string>>;

const TYPE = 'w:gp2';
const NONE: Change = { subject: null, joined: [], left: [] };
const NO_FACTS: GroupFacts = { promoted: [], demoted: [], description: null, settings: null, inviteChanged: false };

/**
 * Reads a notice of the network about a group (docs/reference/wd.md#groups): one item per change, or per person who asks
 * to join. Only the network writes notices; a member's message cannot look like one.
 */
export async function readGroupChanges(
  { resolve, resolveAll }: { resolve: ResolvePhone; resolveAll: ResolvePhones },
  node: BinaryNode,
): Promise<(GroupChange | GroupRequest)[]> {
  const { id, from, t, participant, participant_pn: pn } = node.attrs;
  if (!isGroupNotice(node) || !id || !from) return [];
  const items: (GroupChange | GroupRequest)[] = [];
  for (const part of childrenOf(node)) {
    const change = await readChange(part, resolveAll);
    const isRequest = part.tag === 'created_membership_requests' || part.tag === 'revoked_membership_requests';
    if (!change && !isRequest) continue;
    const author = await readPerson(participant, pn, null, resolve);
    const by = author?.address ?? null;
    const notice = { providerMessageId: id, at: secondsAsInstant(t), groupJid: from, by };
    if (change) items.push({ kind: 'group-change', ...notice, ...change });
    else items.push(...(await readRequests(part, notice, resolveAll)));
  }
  return items;
}

const isGroupNotice = ({ attrs }: BinaryNode): boolean => attrs.type === TYPE && isGroup(attrs.from);

const childrenOf = ({ content }: BinaryNode): BinaryNode[] => (Array.isArray(content) ? content : []);

/** Addresses of people, by the number where it is known, each once. */
async function membersIn(node: BinaryNode, resolveAll: ResolvePhones): Promise<string[]> {
  const members = childrenOf(node)
    .filter(({ tag }) => tag === 'participant')
    .slice(0, DEVICE_LIMITS.members)
    .map(({ attrs }) => ({
      phone: phoneOf(attrs.jid) ?? phoneOf(attrs.phone_number),
      lid: lidOf(attrs.jid) ?? lidOf(attrs.lid),
    }));
  const hidden = members.flatMap(({ phone, lid }) => (phone === null && lid !== null ? [lid] : []));
  const phones = hidden.length > 0 ? await resolveAll(hidden) : new Map<string, string>();
  const addresses = members.map(({ phone, lid }) => phone ?? (lid === null ? null : (phoneOf(phones.get(lid)) ?? lid)));
  return [...new Set(addresses.filter((address) => address !== null))];
}

/** The change of a group in one part of a notice; null for a part about anything else. */
async function readChange(part: BinaryNode, resolveAll: ResolvePhones): Promise<Change | null> {
  switch (part.tag) {
    case 'subject':
      return part.attrs.subject === undefined ? null : { ...NONE, subject: part.attrs.subject };
    case 'create': {
      const group = childrenOf(part).find(({ tag }) => tag === 'group');
      if (!group) return null;
      return { ...NONE, subject: group.attrs.subject ?? null, joined: await membersIn(group, resolveAll) };
    }
    case 'add': {
      const joined = await membersIn(part, resolveAll);
      return joined.length > 0 ? { ...NONE, joined } : null;
    }
    case 'remove':
    case 'leave': {
      const left = await membersIn(part, resolveAll);
      return left.length > 0 ? { ...NONE, left } : null;
    }
    case 'promote':
    case 'demote': {
      const people = await membersIn(part, resolveAll);
      const facts = { ...NO_FACTS, [part.tag === 'promote' ? 'promoted' : 'demoted']: people };
      return people.length > 0 ? { ...NONE, facts } : null;
    }
    default: {
      const facts = readRuleChange(part);
      return facts && { ...NONE, facts: { ...NO_FACTS, ...facts } };
    }
  }
}

/** People who asked to join, or whose request ended; a notice without people is about its author. */
async function readRequests(
  part: BinaryNode,
  notice: Pick<GroupRequest, 'providerMessageId' | 'at' | 'groupJid' | 'by'>,
  resolveAll: ResolvePhones,
): Promise<GroupRequest[]> {
  const named = await membersIn(part, resolveAll);
  const people = named.length > 0 || notice.by === null ? named : [notice.by];
  const method = part.attrs.request_method ?? null;
  const isNew = part.tag === 'created_membership_requests';
  return people.map((person) => {
    const state = isNew ? 'requested' : person === notice.by ? 'withdrawn' : 'rejected';
    return { kind: 'group-request', ...notice, person, state, method };
  });
}
