import type { ItemOf } from '../../api/use-operations.ts';

export type Entry = ItemOf<'list-audit'>;

/** A member’s address, or the id of a member or key; null for whoever has the admin token. */
export const actorOf = ({ actor }: Entry): string | null => actor.email ?? actor.id;
