import { NOTE_MAX } from '@parley/common/workspace/note-limits';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import { GROWING, useGrowingField } from '../compose/use-growing-field.ts';
import { SuggestionList } from '../suggest/suggestion-list.tsx';
import { useSuggestions } from '../suggest/use-suggestions.ts';
import { insertMention, mentionAt } from './mention-token.ts';
import type { Colleague } from './note.ts';

interface Props extends Pick<ComponentProps<'textarea'>, 'readOnly' | 'name' | 'placeholder'> {
  label: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** `mentioned`: the member whose mention was just inserted. */
  onText: (text: string, mentioned?: Colleague) => void;
  onSubmit: () => void;
}

const SHOWN = 8;

/** The text of a note; `@` lists the members who can be mentioned. Ctrl-Enter submits. */
export function NoteField({ label, field, text, onText, onSubmit, ...rest }: Props) {
  const t = useTexts(notesTexts);
  const [caret, setCaret] = useState(0);
  /** Where the list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const token = mentionAt(text, caret);
  const isOpen = token !== null && token.from !== closedAt;
  const found = useOperation(
    'list-mentionable',
    { limit: SHOWN, ...(token && token.q !== '' ? { q: token.q } : {}) },
    { isOn: isOpen },
  );
  const items = useMemo(() => (found.data?.items ?? []).map(({ id, name }) => ({ id, title: name })), [found.data]);
  const goTo = useRef<number | null>(null);
  useGrowingField(field, text);
  useLayoutEffect(() => {
    if (goTo.current === null) return;
    field.current?.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  });
  const suggesting = useSuggestions({
    items,
    onClose: () => setClosedAt(token?.from ?? null),
    onPick({ id, title: name }) {
      if (!token) return;
      const inserted = insertMention(text, { from: token.from, caret, name });
      goTo.current = inserted.caret;
      setCaret(inserted.caret);
      onText(inserted.text, { id, name });
    },
  });
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (isOpen && suggesting.press(event))) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isOpen && found.data && (
        <SuggestionList
          of={suggesting}
          label={t('members')}
          empty={t('no_member')}
          count={t('found', { count: suggesting.items.length })}
        />
      )}
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        maxLength={NOTE_MAX}
        aria-label={label}
        value={text}
        onChange={(event) => {
          const { value, selectionStart } = event.target;
          setCaret(selectionStart);
          if (mentionAt(value, selectionStart) === null) setClosedAt(null);
          onText(value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
        {...(isOpen && found.data ? suggesting.aria : {})}
        {...rest}
        className={`${GROWING} bg-warn-soft!`}
      />
    </div>
  );
}
