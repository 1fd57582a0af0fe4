import { useTexts } from '../i18n/language-context.tsx';
import { uiTexts } from './texts.ts';

/** Stands for content that is being read. */
export function Loading({ className }: { className?: string }) {
  const t = useTexts(uiTexts);
  return (
    <p role="status" className={className}>
      {t('loading')}
    </p>
  );
}
