import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { EmptyPicture } from './empty-picture.tsx';
import { setTabTitle } from './tab-title.ts';

interface Props {
  title: string;
  /** A fact about the content, such as the e-mail address of the account; not an explanation of the title. */
  lead?: string | undefined;
  /** Uses the whole width of the window, for logs. */
  isWide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen: its title, its main action, its content. */
export function Page({ title, lead, isWide = false, actions, children }: Props) {
  useEffect(() => {
    setTabTitle(title);
  }, [title]);
  return (
    <div data-page className={`mx-auto grid gap-6 ${isWide ? '' : 'max-w-page'}`}>
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead && <p className="max-w-prose text-muted">{lead}</p>}
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
    <section className="grid justify-items-center gap-3 rounded-xl border border-line bg-surface px-6 py-12 text-center">
      <EmptyPicture />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-prose text-muted">{children}</p>
      {action}
    </section>
  );
}
