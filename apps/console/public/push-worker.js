// Shows a notification for each push while no window of the console has the focus, and opens what it is about
// (docs/reference/notifications.md#push). The server writes the text (services/notifications/src/push/push.rules.ts).

// One replaces the other, and also the one that an open window shows (apps/console/src/shell/alerts).
const TAG = 'parley-message';

const findPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function show({ title, body, language, direction, conversationId }) {
  const pages = await findPages();
  if (pages.some(({ focused }) => focused)) return;
  await self.registration.showNotification(title, {
    body,
    tag: TAG,
    icon: '/console/icon.svg',
    lang: language,
    dir: direction,
    data: { conversationId },
  });
}

async function open({ conversationId }) {
  const [page] = await findPages();
  if (!page) return self.clients.openWindow(`/console/inbox${conversationId === null ? '' : `?id=${conversationId}`}`);
  await page.focus();
  // An open page goes there itself, and keeps what is typed in it.
  page.postMessage({ conversationId });
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
