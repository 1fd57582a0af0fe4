import type { ReactNode } from 'react';

/** A surface for related content. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-xl gap-4 rounded-xl border border-line bg-surface p-5">{children}</div>
);
