import { at } from '@parley/common/at';

const CONSOLE = '/console';
/** A text that a browser would repair is no URL. */
const IS_PLAIN = /^[^\s\\\p{Cc}]*$/u;

const isBelowConsole = (path: string): boolean => path === CONSOLE || path.startsWith(`${CONSOLE}/`);

/** Whether a URL belongs to the console at the public origin. */
export function isConsoleAddress(text: string, publicUrl: string): boolean {
  if (!IS_PLAIN.test(text) || !text.startsWith(`${publicUrl}/`) || !URL.canParse(text)) return false;
  const { origin, pathname } = new URL(text);
  return origin === new URL(publicUrl).origin && isBelowConsole(pathname);
}

/** The URL of a console path at the public origin; other texts are returned unchanged. */
export const toConsoleAddress = (text: string, publicUrl: string): string =>
  isBelowConsole(at(text.split(/[?#]/, 1), 0)) ? `${publicUrl}${text}` : text;
