/** The host and the path on which a build of the site is served. */
export interface SiteAddress {
  /** The path of the site, such as `/docs/`. */
  base: string;
  /** The path of both OpenAPI documents. */
  documents: string;
  /** The release that the site describes, such as 0.2; null if the Parley that serves it says so. */
  version: string | null;
}

export const SERVED_BY_GATEWAY: SiteAddress = { base: '/docs/', documents: '/', version: null };

const BASE = /^\/(?:[\w.-]+\/)*$/;
const VERSION = /^\d+\.\d+$/;

/** A build for a host with one folder for each release, such as Pages: `root` is the path above these folders. */
export function addressOfRelease(root: string, version: string): SiteAddress {
  if (!BASE.test(root)) throw new Error(`${root} is no path such as / or /parley/.`);
  if (!VERSION.test(version)) throw new Error(`${version} is no version such as 0.2.`);
  const base = `${root}${version}/`;
  return { base, documents: base, version };
}
