import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { OperationError } from '../api/call-gateway.ts';
import { markSessionOver } from '../ui/keep-typed.ts';

/** The session is over: signed out elsewhere, removed, or too old. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof OperationError && error.code === 'not_signed_in';

const PASSING: readonly string[] = ['unreachable', 'service_unavailable'];

/** Whether the same read may get through a little later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof OperationError) || PASSING.includes(error.code);

const isWorthRepeating = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof OperationError && isPassing(error);

/** When a call finds the session over, `me` is read again, and the shell shows the sign-in page. */
function noteSignedOut(error: unknown, name: unknown): void {
  if (!isSignedOut(error)) return;
  if (name === 'me') markSessionOver(true);
  else void queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Without a connection a call fails at once and says so, where the library would hold it back. */
const networkMode = 'always';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => noteSignedOut(error, queryKey[0]) }),
  mutationCache: new MutationCache({ onError: (error) => noteSignedOut(error, null) }),
  defaultOptions: {
    queries: { retry: isWorthRepeating, staleTime: 5000, networkMode },
    mutations: { networkMode },
  },
});
