import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { OperationError } from '../api/call-gateway.ts';
import { markSessionOver } from '../ui/forms/keep-typed.ts';

const hasCode = (error: unknown, code: string): boolean => error instanceof OperationError && error.code === code;

/** The session has ended: signed out elsewhere, removed, or expired. */
export const isSignedOut = (error: unknown): boolean => hasCode(error, 'not_signed_in');

const PASSING: readonly string[] = ['unreachable', 'service_unavailable'];

/** Whether the same read may succeed a little later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof OperationError) || PASSING.includes(error.code);

const isWorthRepeating = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof OperationError && isPassing(error);

/** When a call finds that the session has ended, `me` is refetched, and the shell shows the sign-in page. */
function noteSignedOut(error: unknown, name: unknown): void {
  if (!isSignedOut(error)) return;
  if (name === 'me') markSessionOver(true);
  else void queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Without a connection a call fails at once with an error; the library would pause it. */
const networkMode = 'always';

/** Drops data that the session may no longer read: the page shows the error in its place. */
function noteForbidden(error: unknown, query: Query<unknown, unknown>): void {
  if (!hasCode(error, 'permission_denied')) return;
  query.setState({ data: undefined });
  if (query.queryKey[0] !== 'me') void queryClient.invalidateQueries({ queryKey: ['me'] });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      noteSignedOut(error, query.queryKey[0]);
      noteForbidden(error, query);
    },
  }),
  mutationCache: new MutationCache({ onError: (error) => noteSignedOut(error, null) }),
  defaultOptions: {
    queries: { retry: isWorthRepeating, staleTime: 5000, networkMode },
    mutations: { networkMode },
  },
});
