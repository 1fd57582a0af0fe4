import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language-context.tsx';
import { uiTexts } from './texts.ts';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A window above the page: the focus stays in it, Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children }: Props) {
  const t = useTexts(uiTexts);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50" />
        <Base.Popup className="fixed inset-x-3 top-[6dvh] z-50 mx-auto grid max-h-[88dvh] max-w-xl gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-5 text-ink shadow-xl">
          <div className="flex items-center justify-between gap-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close aria-label={t('close')} className="grid size-9 place-items-center rounded-lg hover:bg-raised">
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
