import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/language-context.tsx';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

/** A text to copy unchanged; always written from left to right. */
export function CopyBlock({ label, value }: { label: string; value: string }) {
  const t = useTexts(uiTexts);
  const [isCopied, setCopied] = useState(false);
  const action = isCopied ? t('copied') : t('copy');
  const copy = (): void => void navigator.clipboard.writeText(value).then(() => setCopied(true));
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <Button look="quiet" aria-label={`${action}: ${label}`} onClick={copy}>
          {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          <span aria-live="polite">{action}</span>
        </Button>
      </div>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-raised p-3 text-start font-mono text-sm break-all whitespace-pre-wrap"
      >
        {value}
      </pre>
    </div>
  );
}
