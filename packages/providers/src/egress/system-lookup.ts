import { makeNameLookup, type NameLookup } from './name-lookup.ts';

let opened: NameLookup | null = null;

/** The default look-up, with the system's name servers; one per process. */
export function systemLookup(): NameLookup {
  opened ??= makeNameLookup();
  return opened;
}
