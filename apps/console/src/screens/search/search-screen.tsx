import { wordsOf } from '@parley/common/text/words-of';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { searchTexts } from '../../texts/search.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { FoundLabelled } from './found-labelled.tsx';
import { FoundMessages } from './found-messages.tsx';
import { FoundPeople } from './found-people.tsx';

/** Debounce: a search starts when nothing was typed for this long. */
const PAUSE_MS = 250;
const MAX_CHARACTERS = 100;

/** The debounced search text; it is part of the address, so that Back returns to it. */
function useSought(): { typed: string; type: (text: string) => void; sought: string } {
  const { q = '' } = useSearch({ from: '/shell/search' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim() === '' ? '' : typed;
      void navigate({ to: '/search', search: sent.current === '' ? {} : { q: typed }, replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  // A changed address, for example from the palette, updates the field.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);
  return { typed, type: setTyped, sought: useDeferredValue(q.trim().slice(0, MAX_CHARACTERS)) };
}

/** Messages, people and labelled conversations of all channels (docs/reference/console.md#search). */
export function SearchScreen() {
  const t = useTexts(searchTexts);
  const { typed, type, sought } = useSought();
  return (
    <Page title={t('title')}>
      <search className="sm:max-w-xl">
        <TextField
          label={t('field')}
          hint={t('hint')}
          type="search"
          dir="auto"
          autoFocus
          autoComplete="off"
          maxLength={MAX_CHARACTERS}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </search>
      {wordsOf(sought).length > 0 ? (
        <>
          <FoundPeople q={sought} />
          <FoundLabelled q={sought} />
          <FoundMessages q={sought} />
        </>
      ) : (
        <EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>
      )}
    </Page>
  );
}
