import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';

/** Placeholder while content loads. */
export function Loading({ className }: { className?: string }) {
  const t = useTexts(uiTexts);
  return (
    <p role="status" className={className}>
      {t('loading')}
    </p>
  );
}
