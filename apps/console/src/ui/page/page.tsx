import { type ReactNode, useEffect } from 'react';
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

/** The illustration of an empty list: a stack of three cards. */
export const EmptyPicture = () => (
  <svg aria-hidden viewBox="0 0 160 96" fill="none" className="h-24 w-40">
    <rect x="26" y="8" width="108" height="40" rx="8" className="fill-raised" />
    <rect x="18" y="22" width="124" height="40" rx="8" className="fill-surface stroke-line" />
    <rect x="10" y="38" width="140" height="48" rx="8" className="fill-surface stroke-line" />
    <circle cx="34" cy="62" r="11" className="fill-accent-soft" />
    <path d="m29.500 62.500 3.200 3.200 6-6.400" strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
    <rect x="54" y="53" width="56" height="6" rx="3" className="fill-line" />
    <rect x="54" y="65" width="80" height="6" rx="3" className="fill-raised" />
  </svg>
);
