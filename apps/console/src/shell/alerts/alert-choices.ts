/** Whether this browser shows a notification when a message arrives while its window is in the background. */
export const NOTIFIES = 'parley.alerts.notification';

/** Whether it also makes a sound. */
export const SOUNDS = 'parley.alerts.sound';

/** Whether this browser is notified while the console is closed (docs/reference/notifications.md#push). */
export const PUSHES = 'parley.alerts.push';

/** Whether this page may alert at all: a browser lets only secure pages do it. */
export const canAlert = (): boolean => window.isSecureContext && 'locks' in navigator;

/** Shows a notification; a later one replaces it. Null: it may not be shown, or not by a page (Chrome on Android). */
export function notify(title: string, body: string): Notification | null {
  if (!('Notification' in window) || Notification.permission !== 'granted') return null;
  try {
    return new Notification(title, { body, tag: 'parley-message' });
  } catch {
    return null;
  }
}

/** Asks the person, through the browser, the first time. False: they refuse, or the browser cannot. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
