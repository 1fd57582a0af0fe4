import type { ReactNode } from 'react';

/** A surface that holds what belongs together. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-xl gap-4 rounded-xl border border-line bg-surface p-5">{children}</div>
);
