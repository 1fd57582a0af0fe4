import type { KeyboardEvent } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { notesTexts } from '../notes/texts.ts';

export const TABS = ['reply', 'note'] as const;
export type Tab = (typeof TABS)[number];

const LOOKS: Readonly<Record<Tab, string>> = {
  reply: 'aria-selected:bg-accent-soft aria-selected:text-accent',
  note: 'aria-selected:bg-warn-soft aria-selected:text-warn',
};

interface Props {
  id: string;
  chosen: Tab;
  /** `isByKey`: with the arrow keys, which leave the focus on the tabs. */
  onChoose: (tab: Tab, isByKey: boolean) => void;
}

/** Chooses between an answer to the customer and a note to colleagues. */
export function ComposerTabs({ id, chosen, onChoose }: Props) {
  const t = useTexts(notesTexts);
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = chosen === 'reply' ? 'note' : 'reply';
    onChoose(other, true);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${other}`)}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('tabs')} className="flex gap-1" onKeyDown={press}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`${id}-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === chosen}
          aria-controls={tab === chosen ? `${id}-panel` : undefined}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab, false)}
          className={`min-h-8 rounded-lg px-3 text-sm font-medium text-muted hover:text-ink ${LOOKS[tab]}`}
        >
          {t(tab)}
        </button>
      ))}
    </div>
  );
}
