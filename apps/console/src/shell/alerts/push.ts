import { mutate, query } from '../../api/call-gateway.ts';

const WORKER = '/console/push-worker.js';

/** Whether the browser can be notified; that of an iPhone can once the console is installed. */
export const canPush = (): boolean => window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;

/** A worker may subscribe once it is active. */
async function openWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER);
  const starting = registration.installing ?? registration.waiting;
  if (registration.active === null && starting !== null)
    await new Promise<void>((resolve) => {
      starting.addEventListener('statechange', () => {
        if (starting.state === 'activated' || starting.state === 'redundant') resolve();
      });
    });
  return registration;
}

async function subscribeTo({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscriptionJSON> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return (await pushManager.subscribe(options)).toJSON();
  } catch (error) {
    const old = await pushManager.getSubscription();
    // It was made with another key: this is another installation, or its data are new.
    if (!old || !(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await old.unsubscribe();
    return (await pushManager.subscribe(options)).toJSON();
  }
}

/** Subscribes this browser, or renews its subscription. Throws when its push service cannot be reached. */
export async function startPush(): Promise<void> {
  const registration = await openWorker();
  const { public_key } = await query('get-push-key', {});
  const { endpoint = '', keys = {} } = await subscribeTo(registration, public_key);
  await mutate('set-push-subscription', { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
}

/** Ends it, at the server first. */
export async function stopPush(): Promise<void> {
  await mutate('delete-push-subscription', {});
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
