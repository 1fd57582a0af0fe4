import { useEffect, useState } from 'react';

const readToken = (): string | null => window.location.hash.slice(1) || null;

/**
 * The token behind the `#` of a one-time link, also of one that is opened in a tab that shows this page already. It is taken out of
 * the address, so that it is in no history.
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
