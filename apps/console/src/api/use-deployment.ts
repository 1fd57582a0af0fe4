import { useQuery } from '@tanstack/react-query';

const CONFIGURATION = '/console/config.json';

/** The deployment, as `/console/config.json` describes it. */
interface Deployment {
  /** The origin that browsers reach (PARLEY_PUBLIC_URL); this page may have another one. */
  public_origin: string;
  /** The sandbox's origin for browsers; null if this deployment has none. */
  sandbox_origin: string | null;
  /** Whether the documentation site is served at /docs. */
  has_docs: boolean;
}

// safe: the gateway writes it
const read = async (): Promise<Deployment> => (await (await fetch(CONFIGURATION)).json()) as Deployment;

/** Undefined until the gateway has answered. */
const useDeployment = (): Deployment | undefined =>
  useQuery({ queryKey: ['deployment'], queryFn: read, staleTime: Number.POSITIVE_INFINITY }).data;

/** The sandbox's origin for browsers; null if this deployment has none, undefined until that is known. */
export const useSandboxOrigin = (): string | null | undefined => useDeployment()?.sandbox_origin;

/** The origin of this deployment's pages; undefined until it is known. */
export const usePublicOrigin = (): string | undefined => useDeployment()?.public_origin;

/** The part of the documentation about the code of an error; null if this deployment has no documentation site. */
export const useErrorDocs = (code: string): string | null =>
  useDeployment()?.has_docs === true ? `/docs/errors/#${encodeURIComponent(code)}` : null;
