import type { ReactNode } from 'react';

/** A surface for related content. In a wide window a form's button is as wide as its text. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-xl gap-4 rounded-xl border border-line bg-surface p-5 sm:[&_[type=submit]]:justify-self-start">
    {children}
  </div>
);
