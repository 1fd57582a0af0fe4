import { useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import type { Key } from './key-fields.tsx';

/** When a key was last used, and how often it was refused since yesterday. */
export function KeyUse({ of: { last_used_at: at, refused_24h: refused } }: { of: Key }) {
  const t = useTexts(keysTexts);
  return (
    <div className="text-sm">
      <p>{at === null ? t('never_used') : <Ago at={at} />}</p>
      {refused > 0 && <p className="text-bad">{t('refusals', { count: refused })}</p>}
    </div>
  );
}
