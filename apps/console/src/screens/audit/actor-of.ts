import type { ItemOf } from '../../api/use-operations.ts';

/** The log of the workspace, or that of the deployment. */
export type AuditList = 'list-audit' | 'list-deployment-audit';
export type Entry = ItemOf<AuditList>;

/** A member’s address, or the id of a member or key; null for the holder of the admin token. */
export const actorOf = ({ actor }: Entry): string | null => actor.email ?? actor.id;
