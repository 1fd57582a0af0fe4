import { Toast } from '@base-ui/react/toast';

/** Takes the toasts from everywhere; opened-toasts.tsx, which is loaded after the page, shows them. */
export const toasts = Toast.createToastManager();

/** Says in a corner of the page, for some seconds, that something was done. Errors stay where they belong: Problem. */
export const notify = (text: string): void => void toasts.add({ title: text });
