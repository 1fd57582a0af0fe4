import { ArrowLeft, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { IconButton } from '../buttons/icon-button.tsx';

/** Two columns: a list, and the details of one item. */
export const BESIDE = 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]';

interface Props {
  title: string;
  /** The item: the focus moves here when another one is opened. */
  id: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The details of one item of a list: beside the list, or in a narrow window in place of it (styles.css). The focus
 * moves into it, and afterwards back to what opened it. Escape closes it.
 */
export function DetailPanel({ title, id, onClose, children }: Props) {
  const t = useTexts(uiTexts);
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item takes the focus as well
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      // The focus was in the panel, which is gone.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [id]);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={panel}
      data-detail
      aria-label={title}
      tabIndex={-1}
      onKeyDown={leave}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 self-start rounded-xl border border-line bg-surface p-5 outline-none lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
    >
      <div className="flex items-center gap-2">
        <IconButton
          label={t('back_to_list')}
          icon={ArrowLeft}
          iconClass="size-5 rtl:-scale-x-100"
          className="lg:hidden"
          onClick={onClose}
        />
        <h2 className="me-auto min-w-0 text-lg font-semibold wrap-anywhere">{title}</h2>
        <IconButton
          label={t('close')}
          icon={X}
          iconClass="size-5"
          shortcut="Esc"
          className="max-lg:hidden"
          onClick={onClose}
        />
      </div>
      {children}
    </section>
  );
}
