import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../api/call-gateway.ts';
import { reportAway, useConnection } from '../api/connection.ts';
import { refetch } from '../api/refetch.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { shellTexts } from '../texts/shell.ts';
import { isPassing } from './query-client.ts';

const LOOK_EVERY_MS = 2000;
const REPEAT_EVERY_MS = 5000;

/** Says once for the whole page that the server is unreachable, and polls it until it is back. */
export function ConnectionBanner() {
  const t = useTexts(shellTexts);
  const queries = useQueryClient();
  const { isAway, returns } = useConnection();
  useEffect(() => {
    window.addEventListener('offline', reportAway);
    return () => window.removeEventListener('offline', reportAway);
  }, []);
  // Everything that was read before may have changed.
  useEffect(() => {
    if (returns > 0) void refetch(queries);
  }, [returns, queries]);
  useEffect(() => {
    if (!isAway) return;
    let isAsking = false;
    const clock = setInterval(() => {
      // A server that hangs keeps each call open, and a browser has few connections to it.
      if (isAsking) return;
      isAsking = true;
      query('me', {})
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    }, LOOK_EVERY_MS);
    return () => clearInterval(clock);
  }, [isAway]);
  // After a restart one part of the service may be ready later than another.
  useEffect(() => {
    const clock = setInterval(() => {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' && isPassing(state.error),
      });
    }, REPEAT_EVERY_MS);
    return () => clearInterval(clock);
  }, [queries]);
  if (!isAway) return null;
  return (
    // The banner ignores the pointer, so that the controls below it stay usable.
    <p
      role="status"
      className="pointer-events-none fixed inset-x-2 top-2 z-[60] mx-auto w-fit rounded-lg bg-warn-soft px-4 py-2 text-center text-warn shadow-float"
    >
      {t('away')}
    </p>
  );
}
