import type { ReactNode } from 'react';
import type { OperationError } from '../api/call-gateway.ts';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';

interface Props {
  action: string;
  isBusy: boolean;
  error: OperationError | null;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
}

/** Fields, what went wrong, and one button. */
export function Form({ action, isBusy, error, onSubmit, children }: Props) {
  return (
    <form
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
