import type { InputOf, MutationName, QueryName } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import type { ChangeState } from './form.tsx';

interface Saved<C extends MutationName, U extends MutationName> {
  create: C;
  update: U;
  refreshes: readonly QueryName[];
  /** The item to update; null creates one. */
  of: { id: InputOf<U> extends { id: infer I } ? I : never } | null;
  onDone: () => void;
}

/** Saves the item of a dialog: creates it, or updates it. */
export function useSave<C extends MutationName, U extends MutationName>(
  saved: Saved<C, U>,
): ChangeState & { save(fields: InputOf<C>): void } {
  const { refreshes, of, onDone } = saved;
  const create = useChange(saved.create, { refreshes });
  const update = useChange(saved.update, { refreshes });
  return {
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
    save(fields: InputOf<C>): void {
      // safe: an item is updated by its id and the fields that created it
      if (of) update.mutate({ id: of.id, ...(fields as object) } as InputOf<U>, { onSuccess: onDone });
      else create.mutate(fields, { onSuccess: onDone });
    },
  };
}
