import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { markSessionOver } from '../../ui/forms/keep-typed.ts';

/**
 * Opens the page that was requested before the sign-in (or was kept while the browser was elsewhere), else the first one; drops everything that another session read.
 */
export function useEnter(kept?: string): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { next = kept } = useSearch({ strict: false });
  return async () => {
    queries.clear();
    markSessionOver(false);
    if (next === undefined) await navigate({ to: '/' });
    else history.push(next);
  };
}
