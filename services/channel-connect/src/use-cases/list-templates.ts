import type { templates } from '@parley/common/contracts/channels/templates';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { countFitting } from '@parley/common/fit-answer';
import { retryRefused } from '@parley/providers/retry-refused';
import type { ReadResult } from '@parley/providers/send-outcome';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { ChannelAccount } from '../domain/channel-account.ts';
import type { Credentials } from '../domain/credentials.ts';
import { approvedNames, type ProviderTemplate, toTemplateEntry } from '../domain/template-entry.ts';
import { providerError } from './provider-failure.ts';

type Entries = OutputOf<typeof templates>['templates'];

export interface ListTemplatesDeps {
  platform: {
    listTemplates(wabaId: string, accessToken: string): Promise<ReadResult<ProviderTemplate[]>>;
  };
  credentials: Pick<Credentials, 'openWa'>;
  /** The first connected number of the tenant, or of those that `from` names (id, number or label). */
  findNumber(tenantId: number, from: string | null): Promise<ChannelAccount | null>;
  /** For 409 no_existing_conversation, which lists them. */
  rememberApproved(account: ChannelAccount, names: string[], at: Date): Promise<void>;
  now(): Date;
}

/** Maximum age of a cached list (docs/reference/channels.md#template-list). */
const FRESH_MS = 60_000;
/** A list has at most 3 MiB. */
const MAX_KEPT = 200;

interface Kept {
  /** The account's credentials at the request: a renewed token requests the list again. */
  credentials: string;
  entries: Promise<Entries>;
}

/**
 * Templates of a wa account, at most 60 s old (docs/reference/channels.md#template-list). Errors: invalid_from,
 * not_connected, graph_error, provider_timeout.
 */
export function makeListTemplates(deps: ListTemplatesDeps) {
  const kept = makeBoundedMap<number, Kept>(MAX_KEPT, { keepMs: FRESH_MS, nowMs: () => deps.now().getTime() });

  async function fetchEntries(account: ChannelAccount): Promise<Entries> {
    const { wabaId } = account;
    if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
    const accessToken = deps.credentials.openWa(account.credentials);
    const listed = await retryRefused(() => deps.platform.listTemplates(wabaId, accessToken));
    if (!listed.ok) throw providerError(listed.failure);
    const entries = listed.value.map(toTemplateEntry);
    await deps.rememberApproved(account, approvedNames(entries), deps.now());
    return entries.slice(0, countFitting(entries));
  }

  function entriesOf(account: ChannelAccount): Promise<Entries> {
    const known = kept.get(account.id);
    if (known && known.credentials === account.credentials) return known.entries;
    const entries = fetchEntries(account);
    const fresh: Kept = { credentials: account.credentials, entries };
    kept.set(account.id, fresh);
    // A failure is not cached.
    entries.catch(() => {
      if (kept.get(account.id) === fresh) kept.delete(account.id);
    });
    return entries;
  }

  return async (tenantId: number, { from }: InputOf<typeof templates>): Promise<OutputOf<typeof templates>> => {
    const account = await deps.findNumber(tenantId, from ?? null);
    if (!account && from !== undefined && (await deps.findNumber(tenantId, null)))
      throw invalidField('from', 'from must be the id, number or label of a connected wa number.');
    if (!account) throw new AppError('not_connected', { message: 'No wa number is connected.' });
    const listed = await entriesOf(account);
    return { ok: true, count: listed.length, templates: listed };
  };
}
