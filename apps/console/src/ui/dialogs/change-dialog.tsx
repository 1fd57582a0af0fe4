import type { ReactNode } from 'react';
import type { InputOf, MutationName, OutputOf, QueryName } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props<N extends MutationName> {
  operation: N;
  input: InputOf<N>;
  refreshes?: readonly QueryName[];
  title: string;
  action: string;
  /** Called after the change, in place of `onClose`. */
  onDone?: (made: OutputOf<N>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a change that cannot be undone, and makes it. */
export function ChangeDialog<N extends MutationName>(props: Props<N>) {
  const { operation, input, refreshes = [], onDone = props.onClose, ...dialog } = props;
  const change = useChange(operation, { refreshes });
  return <ConfirmDialog {...dialog} change={change} onConfirm={() => change.mutate(input, { onSuccess: onDone })} />;
}
