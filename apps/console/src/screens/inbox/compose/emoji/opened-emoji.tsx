import { Combobox } from '@base-ui/react/combobox';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../../../i18n/language-context.tsx';
import { emojiTexts } from '../../../../texts/conversation.ts';
import { CONTROL } from '../../../../ui/fields/field.tsx';
import { Loading } from '../../../../ui/page/loading.tsx';
import { type Emoji, type EmojiGroups, findEmoji, inRows, loadEmoji } from './find-emoji.ts';

const COLUMNS = 8;
/** The emoji that stands for each group. */
const GROUPS = [
  ['😀', 'group_0'],
  ['👋', 'group_1'],
  ['🐻', 'group_2'],
  ['🍎', 'group_3'],
  ['🚗', 'group_4'],
  ['⚽', 'group_5'],
  ['💡', 'group_6'],
  ['❤️', 'group_7'],
  ['🏁', 'group_8'],
] as const;

interface Props {
  button: ComponentProps<typeof Combobox.Trigger>;
  onPick: (emoji: string) => void;
  /** Gets the focus when an emoji was chosen. */
  field: RefObject<HTMLElement | null>;
}

const nameOf = ([, name]: Emoji): string => name;

/** A button with its popup of emoji: found by a word, or looked for in a group. It is open when it is first shown. */
export function OpenedEmoji({ button, onPick, field }: Props) {
  const t = useTexts(emojiTexts);
  const { language } = useLanguage();
  const [groups, setGroups] = useState<EmojiGroups | null>(null);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(0);
  useEffect(() => {
    void loadEmoji(language).then(setGroups);
  }, [language]);
  const items = typed === '' ? (groups?.[shown] ?? []) : findEmoji(groups ?? [], typed);
  return (
    <Combobox.Root
      grid
      defaultOpen
      items={items}
      filter={null}
      value={null}
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={nameOf}
      onValueChange={(emoji: Emoji | null) => emoji && onPick(emoji[0])}
      onOpenChangeComplete={(isOpen) => !isOpen && setTyped('')}
      autoHighlight
    >
      <Combobox.Trigger {...button} />
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={4} className="z-60">
          <Combobox.Popup
            aria-label={t('emoji')}
            finalFocus={field}
            className="grid w-80 max-w-(--available-width) gap-2 rounded-lg border border-line bg-surface p-2 text-ink shadow-float"
          >
            <Combobox.Input aria-label={t('search')} placeholder={t('search')} className={CONTROL} />
            <div className="flex justify-between">
              {GROUPS.map(([sign, title], index) => (
                <button
                  key={sign}
                  type="button"
                  aria-label={t(title)}
                  aria-pressed={typed === '' && shown === index}
                  className="grid size-8 place-items-center rounded-md hover:bg-raised aria-pressed:bg-raised"
                  onClick={() => {
                    setTyped('');
                    setShown(index);
                  }}
                >
                  {sign}
                </button>
              ))}
            </div>
            {groups === null && <Loading />}
            <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">{groups && t('none')}</Combobox.Empty>
            <Combobox.List className="max-h-56 overflow-y-auto text-xl">
              {inRows(items, COLUMNS).map((row) => (
                <Combobox.Row key={row[0]?.[0]} className="grid grid-cols-8">
                  {row.map((emoji) => (
                    <Combobox.Item
                      key={emoji[0]}
                      value={emoji}
                      aria-label={nameOf(emoji)}
                      className="grid size-9 cursor-default place-items-center rounded-md data-[highlighted]:bg-raised"
                    >
                      {emoji[0]}
                    </Combobox.Item>
                  ))}
                </Combobox.Row>
              ))}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
