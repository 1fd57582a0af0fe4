import { Toast as Base } from '@base-ui/react/toast';
import { CircleCheck, X } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { uiTexts } from '../../texts/shell.ts';
import { type Notice, startToasts } from './toast.ts';

const toasts = Base.createToastManager();

/** More of them are hidden until one closes. */
const SHOWN_MAX = 3;
const SHOWN_MS = 6000;

function show({ text, action }: Notice): void {
  const id = toasts.add({
    title: text,
    ...(action && {
      actionProps: {
        children: action.title,
        onClick() {
          toasts.close(id);
          action.run();
        },
      },
    }),
  });
}

/** Escape closes the focused toast only, and not the dialog that is open under it. */
const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation();
};

function Shown() {
  const t = useTexts(uiTexts);
  return Base.useToastManager().toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      data-notice
      onKeyDown={keepEscape}
      className="rounded-xl border border-line bg-surface text-ink shadow-float transition-opacity data-[ending-style]:opacity-0 data-[limited]:hidden data-[starting-style]:opacity-0"
    >
      <Base.Content className="flex items-center gap-2 p-2 ps-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
        <Base.Title className="min-w-0 flex-1" />
        <Base.Action className="min-h-8 shrink-0 rounded-lg px-2 font-medium text-accent hover:bg-raised" />
        <Base.Close
          aria-label={t('close')}
          // Toasts are never stacked here: their buttons are always there, for a screen reader too.
          aria-hidden={false}
          className="grid size-8 shrink-0 place-items-center rounded-lg hover:bg-raised"
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

/** The toasts of the page, read aloud when they come. F6 focuses them, Escape closes the focused one. */
export function OpenedToasts() {
  const t = useTexts(uiTexts);
  // Runs after the provider listens to the manager: the effects of children come first.
  useEffect(() => startToasts(show), []);
  return (
    <Base.Provider toastManager={toasts} limit={SHOWN_MAX} timeout={SHOWN_MS}>
      <Base.Portal>
        <Base.Viewport
          aria-label={t('notices')}
          className="fixed inset-x-3 bottom-[calc(var(--frame-bottom)+var(--composer)+0.75rem)] z-[60] ms-auto grid gap-2 sm:start-auto sm:w-88"
        >
          <Shown />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
