import { Toast } from '@base-ui/react/toast';

/** Takes the toasts from everywhere; opened-toasts.tsx, which is loaded after the page, shows them. */
export const toasts = Toast.createToastManager();

/** Texts queued until opened-toasts.tsx is loaded, then undefined: the manager drops toasts while nothing shows them. */
let waiting: string[] | undefined = [];

/** Says in a corner of the page, for some seconds, that something was done. Errors stay where they belong: Problem. */
export const notify = (text: string): void => void (waiting ? waiting.push(text) : toasts.add({ title: text }));

/** Shows the queued toasts, and every later one at once. */
export function startToasts(): void {
  const texts = waiting ?? [];
  waiting = undefined;
  for (const text of texts) notify(text);
}
