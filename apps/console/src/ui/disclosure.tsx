import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
}

/** What most people leave as it is: closed until somebody opens it. Its fields are in the form either way. */
export const Disclosure = ({ title, children, isOpen = false }: Props) => (
  <details open={isOpen} className="rounded-lg border border-line px-3 py-2">
    <summary className="min-h-8 cursor-pointer font-medium">{title}</summary>
    <div className="grid gap-4 py-3">{children}</div>
  </details>
);
