import { DEVICE_LIMITS, type DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';
import { secondsAsInstant } from './network-time.client.ts';
import { isGroup, lidOf, phoneOf, type ResolvePhone, readPerson } from './read-person.client.ts';

type GroupChange = Extract<DeviceItem, { kind: 'group-change' }>;
type Change = Pick<GroupChange, 'subject' | 'joined' | 'left'>;

/** The phones of hidden numbers that the client knows, with one look-up. */
export type ResolvePhones = (lids: string[]) => Promise<Map<string, string>>;

const TYPE = 'w:gp2';
const NONE: Change = { subject: null, joined: [], left: [] };

/**
 * Reads a notice of the network about a group (docs/reference/wd.md#groups): one item per change. Only the network writes
 * notices; a member's message cannot look like one.
 */
export async function readGroupChanges(
  { resolve, resolveAll }: { resolve: ResolvePhone; resolveAll: ResolvePhones },
  node: BinaryNode,
): Promise<GroupChange[]> {
  const { id, from, t, participant, participant_pn: pn } = node.attrs;
  if (!isGroupNotice(node) || !id || !from) return [];
  const items: GroupChange[] = [];
  for (const part of childrenOf(node)) {
    const change = await readChange(part, resolveAll);
    if (!change) continue;
    const author = await readPerson(participant, pn, null, resolve);
    const by = author?.address ?? null;
    items.push({ kind: 'group-change', providerMessageId: id, at: secondsAsInstant(t), groupJid: from, ...change, by });
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

/** The change of subject and members in one part of a notice; null for a part about anything else. */
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
    default:
      return null;
  }
}
