import { type ReactNode, useRef } from 'react';
import type { OperationError } from '../api/call-gateway.ts';
import { Button } from './button.tsx';
import { useKeptTyping } from './keep-typed.ts';
import { Problem } from './problem.tsx';

interface Props {
  action: string;
  isBusy: boolean;
  error: OperationError | null;
  onSubmit: (form: FormData) => void;
  /** Distinguishes several forms with the same button on a page. */
  of?: string;
  children: ReactNode;
}

/** Fields, an error, and one button. Typed values survive the end of the session. */
export function Form({ action, isBusy, error, onSubmit, of = '', children }: Props) {
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
      <Problem error={error} />
      <Button look="primary" type="submit" disabled={isBusy}>
        {action}
      </Button>
    </form>
  );
}
