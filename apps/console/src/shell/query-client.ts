import { QueryCache, QueryClient } from '@tanstack/react-query';
import { OperationError } from '../api/call-gateway.ts';

/** The session is over: signed out elsewhere, removed, or too old. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof OperationError && error.code === 'not_signed_in';

const isWorthRepeating = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof OperationError && ['unreachable', 'service_unavailable'].includes(error.code);

/** When any read finds the session over, `me` is read again, and the shell shows the sign-in page. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (isSignedOut(error) && queryKey[0] !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] });
    },
  }),
  defaultOptions: { queries: { retry: isWorthRepeating, staleTime: 5000 } },
});
