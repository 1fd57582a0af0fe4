import { useState } from 'react';
import { useTexts } from '../i18n/language-context.tsx';
import { uiTexts } from './texts.ts';

/** Longer texts are truncated until the reader expands them. */
const SHOWN_MAX = 3000;

/** A text as it was written, in its own direction; none of it becomes a link or markup. */
export function LongText({ text }: { text: string }) {
  const t = useTexts(uiTexts);
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN_MAX && !isWhole;
  return (
    <>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]">
        {isCut ? `${text.slice(0, SHOWN_MAX)}…` : text}
      </p>
      {isCut && (
        <button type="button" className="min-h-8 font-medium underline" onClick={() => setWhole(true)}>
          {t('show_all')}
        </button>
      )}
    </>
  );
}
