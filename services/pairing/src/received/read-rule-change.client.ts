import type { GroupFacts } from '@parley/common/contracts/internal/store-device-items';
import type { BinaryNode } from 'baileys';

const textOf = (node: BinaryNode | undefined): string => {
  const content = node?.content;
  if (content === undefined || Array.isArray(content)) return '';
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
};

const childOf = ({ content }: BinaryNode, tag: string): BinaryNode | undefined =>
  Array.isArray(content) ? content.find((child) => child.tag === tag) : undefined;

/** The change of description, rules or invite link in one part of a notice; null for a part about anything else. */
export function readRuleChange(part: BinaryNode): Partial<GroupFacts> | null {
  switch (part.tag) {
    case 'description':
      return { description: textOf(childOf(part, 'body')) };
    case 'announcement':
    case 'not_announcement':
      return { settings: { onlyAdminsSend: part.tag === 'announcement' } };
    case 'locked':
    case 'unlocked':
      return { settings: { onlyAdminsEdit: part.tag === 'locked' } };
    case 'member_add_mode':
      return { settings: { membersAdd: textOf(part) === 'all_member_add' } };
    case 'membership_approval_mode':
      return { settings: { approveJoins: childOf(part, 'group_join')?.attrs.state === 'on' } };
    case 'ephemeral':
    case 'not_ephemeral': {
      const seconds = Number(part.attrs.expiration ?? 0);
      return { settings: { disappearingS: Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0 } };
    }
    // The code itself stays out of the event: whoever has it can join.
    case 'invite':
      return { inviteChanged: true };
    default:
      return null;
  }
}
