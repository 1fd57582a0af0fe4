import { type ReactNode, useEffect } from 'react';
import { useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { setTabTitle } from '../../ui/tab-title.ts';
import { signInTexts } from './texts.ts';

/** The frame of every page before sign-in. */
export function Door({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const t = useTexts(signInTexts);
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    setTabTitle(title);
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-6 rounded-xl border border-line bg-surface p-6 shadow-sm sm:p-8">
        <div className="flex items-center justify-between">
          <img src="/console/icon.svg" alt="Parley" className="size-10" />
          <Button
            look="quiet"
            lang={language === 'en' ? 'ar' : 'en'}
            className="font-system"
            onClick={() => setLanguage(language === 'en' ? 'ar' : 'en')}
          >
            {t('language')}
          </Button>
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
