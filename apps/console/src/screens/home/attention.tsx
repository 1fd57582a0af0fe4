import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import type { OutputOf } from '../../api/operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { PROVIDER_NAMES } from '../../i18n/provider-names.ts';
import { screenOfTrouble } from '../../shell/navigation/screen-of-trouble.ts';
import { SCREENS } from '../../shell/screens.ts';
import { homeTexts } from '../../texts/home.ts';

type Attended = OutputOf<'home'>['attention'];
type Item = Attended['items'][number];
type Coming = NonNullable<Attended['coming']>[number];

function placeOf(item: Item | Coming): Pick<LinkProps, 'to' | 'search'> {
  const name = screenOfTrouble(item);
  const to = SCREENS.find((screen) => screen.name === name)?.path ?? '/';
  const key = 'instance_id' in item ? item.instance_id : null;
  return name === 'webhooks' && key !== null ? { to, search: { key } } : { to };
}

/** An AI key is named by its provider. */
const NAMES: Readonly<Record<string, string | undefined>> = PROVIDER_NAMES;

function useSentence(): (item: Item | Coming) => string {
  const t = useTexts(homeTexts);
  return ({ kind, name }) => {
    if (name !== null) return t(kind, { name: (kind.startsWith('ai_key') && NAMES[name]) || name });
    return kind === 'webhook_paused' || kind === 'webhook_failing' ? t(`platform_${kind}`) : t(kind);
  };
}

/** Problems that need attention, each with a link to its screen. Nothing is shown when there are none. */
export function Attention({ attention: { items, coming = [], is_cut: isCut } }: { attention: Attended }) {
  const t = useTexts(homeTexts);
  const sentenceOf = useSentence();
  const all = [...items, ...coming];
  if (all.length === 0) return null;
  return (
    <section aria-label={t('attention')} className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('attention')}</h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {all.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two channels may have one name
          <li key={`${item.kind} ${item.name} ${index}`}>
            <Link {...placeOf(item)} className="flex min-h-11 items-center gap-3 px-5 py-2 hover:bg-raised">
              <TriangleAlert aria-hidden className="size-5 shrink-0 text-warn" />
              <span className="min-w-0 break-words">{sentenceOf(item)}</span>
              <ChevronRight aria-hidden className="ms-auto size-4 shrink-0 text-muted rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
      {isCut && <p className="text-sm text-muted">{t('attention_cut')}</p>}
    </section>
  );
}
