import { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type {
  discardQuarantined,
  getQuarantined,
  listQuarantined,
  retryQuarantined,
} from '@parley/common/contracts/operator/quarantine';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { InboundItem } from '@parley/providers/inbound-item';
import { boundText } from '@parley/providers/tidy-values';
import { accountKey, type ConnectedAccount } from '../domain/connected-account.ts';
import { readDeviceItem } from '../domain/read-device-items.ts';
import { reviveItem } from '../domain/revive-item.ts';
import type { OpenedElement, QuarantineStore } from '../storage/quarantine-store.ts';
import type { ForwardContext, ForwardItemsDeps } from './forward-items.ts';
import type { StoreItems } from './store-items.ts';

export interface ManageQuarantineDeps extends Pick<QuarantineStore, 'list' | 'find' | 'refusedAgain' | 'remove'> {
  tenantOf: TenantOf;
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  storeAgain: StoreItems['storeAgain'];
  storeComments: ForwardItemsDeps['storeComments'];
  /** Returns a message to its device. */
  restoreStanza(
    given: { tenantId: number; externalId: string; payload: string },
    context: ForwardContext,
  ): Promise<unknown>;
}

const MAX_SHOWN_LENGTH = 262_144;
const NEWEST_FIRST = defineCursor('quarantined', { id: 'int8' });

type Retried = OutputOf<typeof retryQuarantined>['outcome'];

/**
 * The quarantine for a tenant's operator: lists, shows, retries and discards elements.
 * Errors: unknown_tenant, invalid_cursor, unknown_quarantined, not_connected when the account of an element is gone.
 */
export function makeManageQuarantine(deps: ManageQuarantineDeps) {
  const { tenantOf } = deps;

  async function open(slug: string, id: string): Promise<{ tenantId: number; element: OpenedElement }> {
    const tenantId = await tenantOf(slug);
    const element = await deps.find(tenantId, id);
    if (!element) throw new AppError('unknown_quarantined');
    return { tenantId, element };
  }

  async function accountOf(tenantId: number, { channel, externalId }: OpenedElement): Promise<ConnectedAccount> {
    const key = accountKey(channel, externalId);
    const account = (await deps.findAccounts(new Set([key]))).get(key);
    if (account?.tenantId !== tenantId) throw new AppError('not_connected');
    return account;
  }

  /** Restores the item of a webhook or device; null when the stored JSON is not a valid device item. */
  function itemOf({ source, payload }: OpenedElement, account: ConnectedAccount): InboundItem | null {
    // safe: written by the quarantine as an object
    const kept = JSON.parse(payload) as Record<string, unknown>;
    if (source === 'webhook') return reviveItem(kept);
    const item = DeviceItem.safeParse(kept);
    return item.success ? readDeviceItem(item.data, account) : null;
  }

  /** The reason that it must stay, or null once it is stored. De-duplication prevents a second event. */
  async function attempt(tenantId: number, element: OpenedElement, context: ForwardContext): Promise<string | null> {
    const account = await accountOf(tenantId, element);
    if (element.source !== 'comment') {
      const item = itemOf(element, account);
      return item ? deps.storeAgain(item) : 'its form is not known here';
    }
    const change = CommentChange.safeParse(JSON.parse(element.payload));
    if (!change.success) return 'its form is not known here';
    const { refused } = await deps.storeComments([change.data], context);
    return refused?.[0]?.reason ?? null;
  }

  return {
    async list({
      slug,
      limit,
      cursor,
      channel,
    }: InputOf<typeof listQuarantined>): Promise<OutputOf<typeof listQuarantined>> {
      const before = NEWEST_FIRST.read(cursor)?.id ?? null;
      const found = await deps.list(await tenantOf(slug), { before, count: limit + 1, channel });
      return NEWEST_FIRST.pageOf(
        found,
        limit,
        (element) => element,
        ({ id }) => ({ id }),
      );
    },
    async show({ slug, id }: InputOf<typeof getQuarantined>): Promise<OutputOf<typeof getQuarantined>> {
      const { view, payload } = (await open(slug, id)).element;
      return {
        ...view,
        payload: boundText(payload, MAX_SHOWN_LENGTH),
        payloadBytes: Buffer.byteLength(payload),
      };
    },
    async retry(
      { slug, id }: InputOf<typeof retryQuarantined>,
      context: ForwardContext,
    ): Promise<OutputOf<typeof retryQuarantined>> {
      const { tenantId, element } = await open(slug, id);
      const { source, externalId, payload } = element;
      let outcome: Retried = 'stored';
      if (source === 'stanza') {
        await deps.restoreStanza({ tenantId, externalId, payload }, context);
        outcome = 'queued';
      } else {
        const reason = await attempt(tenantId, element, context);
        if (reason !== null) {
          await deps.refusedAgain(tenantId, id, reason);
          return { id, outcome: 'quarantined', reason };
        }
      }
      await deps.remove(tenantId, id);
      return { id, outcome, reason: null };
    },
    async discard({ slug, id }: InputOf<typeof discardQuarantined>): Promise<OutputOf<typeof discardQuarantined>> {
      if (!(await deps.remove(await tenantOf(slug), id))) throw new AppError('unknown_quarantined');
      return { id, discarded: true };
    },
  };
}
