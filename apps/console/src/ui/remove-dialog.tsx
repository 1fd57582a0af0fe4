import type { ReactNode } from 'react';
import type { QueryName } from '../api/operations.ts';
import { useChange } from '../api/use-operations.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  /** Removes an item of a list by its id. */
  operation: 'remove-member' | 'delete-canned-reply' | 'delete-label' | 'delete-team';
  refreshes: readonly QueryName[];
  id: string;
  title: string;
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an item of a list is removed, and removes it. */
export function RemoveDialog({ operation, refreshes, id, ...dialog }: Props) {
  const remove = useChange(operation, { refreshes });
  const confirm = (): void => remove.mutate({ id }, { onSuccess: dialog.onClose });
  return <ConfirmDialog {...dialog} change={remove} onConfirm={confirm} />;
}
