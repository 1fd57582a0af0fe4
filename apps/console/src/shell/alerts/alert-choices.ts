/** Whether this browser shows a notification when a message arrives while its window is in the background. */
export const NOTIFIES = 'parley.alerts.notification';

/** Whether it also makes a sound. */
export const SOUNDS = 'parley.alerts.sound';

/** Asks the person, through the browser, the first time. False: they refuse, or the browser cannot. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
