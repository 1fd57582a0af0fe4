import type { ReactNode } from 'react';

interface Props {
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Section({ title, lead, actions, children }: Props) {
  return (
    <section data-section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {lead && <p className="max-w-prose text-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
