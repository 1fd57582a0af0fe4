import { randomBytes } from 'node:crypto';
import type { Group } from './network-state.ts';

/** A new code of an invite link: 22 letters and digits. */
export const newInviteCode = (): string => {
  const code = randomBytes(32).toString('base64').replace(/[+/=]/g, '');
  return code.slice(0, 22);
};

type Facts = Pick<
  Group,
  'description' | 'rules' | 'inviteCode' | 'revokedCodes' | 'requests' | 'createKey' | 'sizeLimit'
>;

/** The facts of a group that only its admins change. */
export const newGroupFacts = (): Facts => ({
  description: null,
  rules: { announcement: false, locked: false, membersAdd: false, approval: false, disappearingS: 0 },
  inviteCode: newInviteCode(),
  revokedCodes: new Set(),
  requests: new Map(),
  createKey: null,
  sizeLimit: null,
});
