import type { ReactNode } from 'react';
import { useEffect } from 'react';

interface Props {
  title: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen: its title, a sentence about its purpose, its main action, its content. */
export function Page({ title, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className="mx-auto grid max-w-6xl gap-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl leading-9 font-semibold">{title}</h1>
          <p className="max-w-prose text-muted">{lead}</p>
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}

/** A page without content yet, which suggests the next action. */
export function EmptyPage({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className="grid justify-items-center gap-3 rounded-xl border border-dashed border-line bg-surface px-6 py-12 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-prose text-muted">{children}</p>
      {action}
    </section>
  );
}
