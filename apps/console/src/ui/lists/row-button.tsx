import type { ReactNode } from 'react';

interface Props {
  /** Its accessible name: the children, and what identifies the row. */
  label: string;
  /** Whether its row is open. */
  isOpen: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The name in a row of a list, which opens the row's item. */
export const RowButton = ({ label, isOpen, onClick, children }: Props) => (
  <button
    type="button"
    aria-label={label}
    aria-current={isOpen}
    className="cursor-pointer font-mono text-sm underline decoration-line underline-offset-4 hover:decoration-current"
    onClick={onClick}
  >
    {children}
  </button>
);
