import { cappedCount } from '../figures/capped-count.ts';

const ICON = '/console/icon.svg';
const UNREAD_ICON = '/console/icon-unread.svg';

let title = 'Parley';
let unread = 0;

function show(): void {
  document.title = unread > 0 ? `(${cappedCount(unread, String)}) ${title}` : title;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', unread > 0 ? UNREAD_ICON : ICON);
}

/** Names the screen in the tab of the browser. */
export function setTabTitle(screen: string): void {
  title = `${screen} · Parley`;
  show();
}

/** Shows the count of unread conversations before the title, and a dot on the icon. */
export function setTabUnread(count: number): void {
  unread = count;
  show();
}
