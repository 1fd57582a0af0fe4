import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../buttons/button.tsx';
import { Tooltip } from '../buttons/tooltip.tsx';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The content cannot be shown again: Escape, or a click outside, asks before closing. */
  isShownOnce?: boolean;
  children: ReactNode;
}

/** Ways to close a dialog by accident. */
const SLIPS: readonly string[] = ['escape-key', 'outside-press'];

const FIELDS =
  'input:not([type="hidden"], [type="file"], [aria-hidden], :disabled), textarea:not(:disabled), [role="combobox"]';
const BUTTONS = 'button:not(:disabled), a[href]';

/**
 * A window above the page. The focus starts in its first field, or else on its first button, stays inside, and returns
 * afterwards. Escape closes it.
 */
export function Dialog({ title, isOpen, onClose, isShownOnce = false, children }: Props) {
  const t = useTexts(uiTexts);
  const content = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  // Without this the focus starts on Close, and typed text reaches no field.
  const firstFocus = (): HTMLElement | null =>
    content.current?.querySelector<HTMLElement>(FIELDS) ??
    content.current?.querySelector<HTMLElement>(BUTTONS) ??
    popup.current;
  const [isAsking, setAsking] = useState(false);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (open) return;
        if (isShownOnce && SLIPS.includes(reason)) setAsking(true);
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50" />
        <Base.Popup
          ref={popup}
          initialFocus={firstFocus}
          className="fixed inset-x-3 top-[6dvh] z-50 mx-auto grid max-h-[88dvh] max-w-xl gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-5 text-ink shadow-float"
        >
          <div className="flex items-center justify-between gap-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Tooltip label={t('close')} shortcut="Esc">
              <Base.Close aria-label={t('close')} className="grid size-9 place-items-center rounded-lg hover:bg-raised">
                <X aria-hidden className="size-5" />
              </Base.Close>
            </Tooltip>
          </div>
          <div ref={content} className="contents">
            {children}
          </div>
          {isAsking && (
            <div
              role="alertdialog"
              aria-label={t('lose_title')}
              className="grid gap-3 rounded-lg bg-warn-soft p-3 text-warn"
            >
              <p>{t('lose_lead')}</p>
              <div className="flex flex-wrap justify-end gap-2">
                <Button autoFocus onClick={() => setAsking(false)}>
                  {t('lose_back')}
                </Button>
                <Button look="danger" onClick={onClose}>
                  {t('lose')}
                </Button>
              </div>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
