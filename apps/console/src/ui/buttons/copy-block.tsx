import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { copyTexts } from '../../texts/shell.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

interface Props {
  label: string;
  value: string;
  /** Whether the browser has already refused to copy it. */
  isRefused?: boolean;
}

function select(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element);
}

/** A text to copy unchanged; always written from left to right. Where the browser refuses to copy it, it is selected. */
export function CopyBlock({ label, value, isRefused = false }: Props) {
  const t = useTexts(copyTexts);
  const block = useRef<HTMLPreElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(isRefused ? 'refused' : null);
  const action = outcome === 'copied' ? t('copied') : t('copy');
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(value);
    if (!isCopied) select(block.current);
    setOutcome(isCopied ? 'copied' : 'refused');
  };
  useEffect(() => {
    if (isRefused) select(block.current);
  }, [isRefused]);
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <Button look="quiet" aria-label={`${action}: ${label}`} onClick={() => void copy()}>
          {outcome === 'copied' ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          <span aria-live="polite">{action}</span>
        </Button>
      </div>
      <pre
        ref={block}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-raised p-3 text-start font-mono text-sm break-all whitespace-pre-wrap"
      >
        {value}
      </pre>
      <p role="status" className="text-sm text-warn empty:hidden">
        {outcome === 'refused' && t('copy_refused')}
      </p>
    </div>
  );
}
