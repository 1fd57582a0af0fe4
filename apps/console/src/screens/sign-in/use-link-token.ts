import { useEffect, useState } from 'react';

/** The token behind the `#` of a one-time link. It is taken out of the address, so that it is in no history. */
export function useLinkToken(): string | null {
  const [token] = useState(() => window.location.hash.slice(1) || null);
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}
