import type { BusClient } from '@parley/bus/bus-client';
import type { MemberCaller } from '@parley/common/call-context';
import { casingOf } from '@parley/common/casing/contract-casing';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { mayDo } from '@parley/common/workspace/console-roles';
import { shareCalls } from '@parley/runtime/turns/share-calls';
import { tracked } from '@trpc/server';
import type { RequestContext } from '../../pipeline/request-context.ts';
import type { Presence } from '../presence/start-presence.ts';
import type { InboxChanges } from './follow-changes.ts';
import type { LiveStreams } from './live-streams.ts';

type Input = InputOf<typeof liveEvents>;
type Page = OutputOf<typeof liveEvents>;

interface Following {
  input: Input;
  /** The request that opened the stream; its session is checked again at each turn. */
  request: RequestContext;
  admitAgain(): Promise<RequestContext>;
  signal: AbortSignal;
}

const memberOf = ({ member }: RequestContext): MemberCaller => {
  if (!member) throw new AppError('not_signed_in');
  return member;
};

const { toWire } = casingOf(liveEvents);

/** Streams of one tenant at the same event share one read. */
const makeReadPage = (bus: Pick<BusClient, 'call'>) =>
  shareCalls(
    (input: Input, member: MemberCaller, requestId: string): Promise<Page> =>
      bus.call(liveEvents, input, { requestId, member }),
    (input, { tenantId }) => JSON.stringify([tenantId, input]),
  );

interface Deps {
  bus: Pick<BusClient, 'call'>;
  streams: LiveStreams;
  presence: Pick<Presence, 'follow'>;
  changes: Pick<InboxChanges, 'follow'>;
}

/**
 * Streams the events of a member's tenant, page by page, from where the browser's last stream ended
 * (docs/reference/console.md#live-events), the presence of other members, and notices that the inbox changed. Errors:
 * rate_limited, not_signed_in, permission_denied, no_tenant_chosen, service_unavailable.
 */
export function makeFollowEvents({ bus, streams, presence, changes }: Deps) {
  const readPage = makeReadPage(bus);
  return async function* follow({ input, request, admitAgain, signal }: Following) {
    const { tenantId, memberId, sessionId } = memberOf(request);
    const place = streams.enter({ person: memberId ?? sessionId, tenantId }, signal);
    let { after } = input;
    const presenceFor = presence.follow();
    const hasChanged = tenantId === null ? () => false : changes.follow(tenantId);
    let isOver = false;
    try {
      while (!isOver) {
        const member = memberOf(await admitAgain());
        // The operator acts as another tenant now.
        if (member.tenantId !== tenantId) throw new AppError('no_tenant_chosen');
        const page = await readPage({ ...input, after }, member, request.requestId);
        after = page.nextAfter;
        const there = presenceFor(member);
        const isChanged = hasChanged() && mayDo(member.roles, 'inbox.use');
        const told = {
          ...toWire(page),
          ...(there.length > 0 ? { presence: there } : {}),
          ...(isChanged ? { inbox_changed: true } : {}),
        };
        if (page.isStart || page.events.length > 0 || there.length > 0 || isChanged)
          yield after === null ? told : tracked(after, told);
        if (!page.hasMore) isOver = !(await place.turn());
      }
    } finally {
      place.leave();
    }
  };
}

export type FollowEvents = ReturnType<typeof makeFollowEvents>;
