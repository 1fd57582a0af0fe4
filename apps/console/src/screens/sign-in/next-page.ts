const STORED_AS = 'parley.single-sign-on.next';

/** Keeps the page to which the person returns, while the browser is at the issuer. */
export function keepNextPage(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, next);
}

/** The kept page, once. */
export function takeNextPage(): string | undefined {
  const next = sessionStorage.getItem(STORED_AS) ?? undefined;
  sessionStorage.removeItem(STORED_AS);
  return next;
}
