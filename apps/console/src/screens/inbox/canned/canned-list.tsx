import { useTexts } from '../../../i18n/language-context.tsx';
import { cannedTexts } from '../../../texts/conversation.ts';
import { SuggestionList } from '../suggest/suggestion-list.tsx';
import type { Suggesting, Suggestion } from '../suggest/use-suggestions.ts';

/** The canned replies that match, above the composer's text. */
export function CannedList<T extends Suggestion>({ of }: { of: Suggesting<T> }) {
  const t = useTexts(cannedTexts);
  return (
    <SuggestionList of={of} label={t('replies')} empty={t('none')} count={t('found', { count: of.items.length })} />
  );
}
