import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '../../i18n/language-context.tsx';
import { LANGUAGE_CHOICES } from '../../i18n/languages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { setTabTitle } from '../../ui/page/tab-title.ts';

/** The frame of every page before sign-in. */
export function Door({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    setTabTitle(title);
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-6 rounded-xl border border-line bg-surface p-6 shadow-sm sm:p-8">
        <div className="flex items-center justify-between">
          <img src="/console/icon.svg" alt="Parley" className="size-10" />
          <div className="flex flex-wrap justify-end">
            {LANGUAGE_CHOICES.filter(({ value }) => value !== language).map(({ value, text }) => (
              <Button key={value} look="quiet" lang={value} className="font-system" onClick={() => setLanguage(value)}>
                {text}
              </Button>
            ))}
          </div>
        </div>
        <div>
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
