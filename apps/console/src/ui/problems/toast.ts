/** A button of a toast, which closes it. */
export interface ToastAction {
  title: string;
  run(): void;
}

export interface Notice {
  text: string;
  action?: ToastAction;
}

/** Queued until opened-toasts.tsx, which is loaded after the page, shows them. */
let waiting: Notice[] = [];
let show = (notice: Notice): void => void waiting.push(notice);

/** Says in a corner of the page, for some seconds, that something was done. Errors stay where they belong: Problem. */
export const notify = (text: string, action?: ToastAction): void => show({ text, ...(action ? { action } : {}) });

/** Shows the queued toasts, and every later one at once. */
export function startToasts(showNotice: (notice: Notice) => void): void {
  show = showNotice;
  for (const notice of waiting) show(notice);
  waiting = [];
}
