import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { cutBeforeWord } from './cut-before-word.ts';

/** Longer texts are truncated until the reader expands them. */
const SHOWN_MAX = 3000;

/** A text as it was written, in its own direction; none of it becomes a link or markup unless `children` do that. */
export function LongText({ text, children }: { text: string; children?: (shown: string) => ReactNode }) {
  const t = useTexts(uiTexts);
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN_MAX && !isWhole;
  // The beginning of an address is another address: it is shown, but not given to `children`.
  const [shown, rest] = isCut ? cutBeforeWord(text, SHOWN_MAX) : [text, ''];
  return (
    <>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]">
        {children ? children(shown) : shown}
        {isCut && `${rest}…`}
      </p>
      {isCut && (
        <button type="button" className="min-h-8 font-medium underline" onClick={() => setWhole(true)}>
          {t('show_all')}
        </button>
      )}
    </>
  );
}
