import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** Whether it is initially open. */
  isOpen?: boolean;
}

/** Settings that most people leave unchanged: closed until opened. Its fields are part of the form either way. */
export const Disclosure = ({ title, children, isOpen = false }: Props) => (
  <details open={isOpen} className="rounded-lg border border-line px-3 py-2">
    <summary className="cursor-pointer font-medium leading-8">{title}</summary>
    <div className="grid gap-4 py-3">{children}</div>
  </details>
);
