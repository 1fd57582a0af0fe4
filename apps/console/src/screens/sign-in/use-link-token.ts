import { useEffect, useState } from 'react';

const readToken = (): string | null => window.location.hash.slice(1) || null;

/**
 * The token behind the `#` of a one-time link, even if the link is opened in a tab that already shows this page. It is
 * removed from the address, so that no history contains it.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const take = (): void => {
      const found = readToken();
      if (found === null) return;
      setToken(found);
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', `${pathname}${search}`);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
