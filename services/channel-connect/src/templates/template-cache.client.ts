import type { templates } from '@parley/common/contracts/channels/templates';
import type { OutputOf } from '@parley/common/define-contract';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { ChannelAccount } from '../channels/account.rules.ts';

export type TemplateEntries = OutputOf<typeof templates>['templates'];

/** Maximum age of a cached list (docs/reference/channels.md#template-list). */
const FRESH_MS = 60_000;
/** A list has at most 3 MiB. */
const MAX_KEPT = 200;

interface Kept {
  /** The account's credentials at the request: a renewed token requests the list again. */
  credentials: string;
  entries: Promise<TemplateEntries>;
}

export function makeTemplateCache(now: () => Date) {
  const kept = makeBoundedMap<number, Kept>(MAX_KEPT, { keepMs: FRESH_MS, nowMs: () => now().getTime() });

  return {
    /** The cached list of an account's templates, or a new one from `fetch`. A failure is not cached. */
    of({ id, credentials }: ChannelAccount, fetch: () => Promise<TemplateEntries>): Promise<TemplateEntries> {
      const known = kept.get(id);
      if (known?.credentials === credentials) return known.entries;
      const fresh: Kept = { credentials, entries: fetch() };
      kept.set(id, fresh);
      fresh.entries.catch(() => {
        if (kept.get(id) === fresh) kept.delete(id);
      });
      return fresh.entries;
    },
    /** Drops the cached lists of these accounts in this process. */
    forget(accounts: readonly Pick<ChannelAccount, 'id'>[]): void {
      for (const { id } of accounts) kept.delete(id);
    },
  };
}

export type TemplateCache = ReturnType<typeof makeTemplateCache>;
