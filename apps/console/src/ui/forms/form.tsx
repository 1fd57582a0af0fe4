import { type ReactNode, useRef } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { Button } from '../buttons/button.tsx';
import { Problem } from '../problems/problem.tsx';
import { useKeptTyping } from './keep-typed.ts';

/** The state of the change that a form makes; a mutation of `useChange` is one. */
export interface ChangeState {
  isPending: boolean;
  error: OperationError | null;
}

export interface FormProps {
  action: string;
  change: ChangeState;
  onSubmit: (form: FormData) => void;
  /** Distinguishes several forms with the same button on a page. */
  of?: string;
  /** The button's look; `danger` where the change cannot be undone. */
  look?: 'primary' | 'danger';
  /** Whether its button has the focus at first, where there is no field. */
  startsAtButton?: boolean;
  children: ReactNode;
}

/** Fields, an error, and one button. Typed values survive the end of the session. */
export function Form({
  action,
  change,
  onSubmit,
  of = '',
  look = 'primary',
  startsAtButton = false,
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useKeptTyping(form, `${action} ${of}`);
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <Problem error={change.error} />
      <Button look={look} type="submit" autoFocus={startsAtButton} disabled={change.isPending}>
        {action}
      </Button>
    </form>
  );
}
