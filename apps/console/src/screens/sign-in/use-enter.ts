import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Opens the console after a session began; nothing that another session has read is kept. */
export function useEnter(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    queries.clear();
    await navigate({ to: '/' });
  };
}
