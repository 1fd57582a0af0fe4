import { Smile } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { emojiTexts } from '../../../../texts/conversation.ts';
import { buttonClass } from '../../../../ui/buttons/button.tsx';
import { PopupButton } from '../../../../ui/buttons/popup-button.tsx';
import { loadPart } from '../../../../ui/load-part.tsx';

const OpenedEmoji = loadPart(() => import('./opened-emoji.tsx').then((file) => file.OpenedEmoji));

interface Props {
  /** The field that gets the emoji, at its cursor. */
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
}

/** Puts an emoji at the cursor of a text field. */
export const EmojiButton = memo(function EmojiButton({ field, onText }: Props) {
  const t = useTexts(emojiTexts);
  const insert = (emoji: string): void => {
    const { current } = field;
    if (!current) return;
    // -1 without a limit.
    if (current.maxLength >= 0 && current.value.length + emoji.length > current.maxLength) return;
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, 'end');
    onText(current.value);
  };
  const button = {
    'aria-label': t('emoji'),
    className: buttonClass('quiet'),
    children: <Smile aria-hidden className="size-5" />,
  };
  return (
    <PopupButton popup="dialog" role="combobox" load={OpenedEmoji.load} button={button} hint={t('emoji')}>
      <OpenedEmoji button={button} onPick={insert} field={field} />
    </PopupButton>
  );
});
