import { Dialog } from '@base-ui/react/dialog';
import { Download, X } from 'lucide-react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../../texts/inbox.ts';
import { uiTexts } from '../../../../texts/shell.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { visibleText } from '../../../../ui/text/visible-text.ts';

interface Props {
  path: string;
  /** Name of the file; null: it has none. */
  filename: string | null;
  onClose: () => void;
}

/** A picture at full size, or scaled down to fit. Escape or a click outside closes it. */
export function Lightbox({ path, filename, onClose }: Props) {
  const t = useTexts(inboxTexts);
  const ui = useTexts(uiTexts);
  const name = visibleText(filename) ?? t('file');
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/80" />
        <Dialog.Popup className="fixed inset-0 z-50 m-auto grid h-fit max-h-dvh w-fit max-w-full gap-2 p-3 text-ink outline-none">
          <div className="flex items-center gap-2 rounded-lg bg-surface px-3 py-1">
            <Dialog.Title className="me-auto min-w-0 truncate text-sm font-normal">
              <bdi>{name}</bdi>
            </Dialog.Title>
            <a
              href={path}
              download={filename ?? ''}
              aria-label={t('download', { name })}
              className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-raised"
            >
              <Download aria-hidden className="size-4" />
            </a>
            <IconButton label={ui('close')} icon={X} shortcut="Esc" onClick={onClose} />
          </div>
          <img
            src={path}
            alt={t('picture', { name })}
            className="mx-auto max-h-[calc(100dvh-5rem)] max-w-full rounded-lg bg-raised object-contain"
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
