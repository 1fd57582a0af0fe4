import { makeNameLookup, type NameLookup } from './name-lookup.ts';

let opened: NameLookup | null = null;

/** The look-up with the system's name servers, for whoever was given no other; one in a process. */
export function systemLookup(): NameLookup {
  opened ??= makeNameLookup();
  return opened;
}
