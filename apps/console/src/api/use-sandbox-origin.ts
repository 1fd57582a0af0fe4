import { useQuery } from '@tanstack/react-query';

const CONFIGURATION = '/console/config.json';

async function readOrigin(): Promise<string | null> {
  const answer = await fetch(CONFIGURATION);
  const { sandbox_origin: origin }: { sandbox_origin?: unknown } = await answer.json();
  return typeof origin === 'string' ? origin : null;
}

/** The sandbox's origin for browsers; null if this deployment has none, undefined until that is known. */
export const useSandboxOrigin = (): string | null | undefined =>
  useQuery({ queryKey: ['sandbox-origin'], queryFn: readOrigin, staleTime: Number.POSITIVE_INFINITY }).data;
