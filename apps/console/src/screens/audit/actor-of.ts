import type { ItemOf } from '../../api/use-operations.ts';

export type Entry = ItemOf<'list-audit'>;

/** Null for the operator of the deployment. */
export const actorOf = ({ actor }: Entry): string | null => actor.email ?? actor.id;
