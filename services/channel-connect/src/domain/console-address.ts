const CONSOLE = '/console';
/** Text that a browser would repair is no address. */
const IS_PLAIN = /^[^\s\\\p{Cc}]*$/u;

const isBelowConsole = (path: string): boolean => path === CONSOLE || path.startsWith(`${CONSOLE}/`);

/** Whether an address is the console's own, at the public origin. */
export function isConsoleAddress(text: string, publicUrl: string): boolean {
  if (!IS_PLAIN.test(text) || !text.startsWith(`${publicUrl}/`) || !URL.canParse(text)) return false;
  const { origin, pathname } = new URL(text);
  return origin === new URL(publicUrl).origin && isBelowConsole(pathname);
}

/** A path of the console as its address at the public origin; other texts as they are. */
export const toConsoleAddress = (text: string, publicUrl: string): string =>
  isBelowConsole(text.split(/[?#]/, 1)[0] ?? '') ? `${publicUrl}${text}` : text;
