import { randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { MemberCaller } from '@parley/common/call-context';
import type { ConversationPresence, reportPresence } from '@parley/common/contracts/console/presence';
import { getConversation } from '@parley/common/contracts/operator/conversations';
import type { WireInputOf, WireOutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { memberPresence } from '@parley/common/hints';
import { mayDo } from '@parley/common/workspace/console-roles';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { callService } from '../../pipeline/call-service.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';
import { makeWindowLog, type WindowLog } from '../../rate-limit/window-log.ts';
import { type HeardPresence, makePresenceTracker, type PresencePerson } from './presence-tracker.ts';

/** Reports of one member in one window; eight tabs in which a person writes send 27. */
const MAX_REPORTS = 60;
const WINDOW_MS = 10_000;
const MAX_COUNTED = 20_000;
/** How long the fact that a conversation is the tenant's is cached; it never changes. */
const KNOWN_MS = 5 * 60_000;
const MAX_KNOWN = 20_000;
/** Tab name of answers, which come from no tab and are never late. */
const OF_NO_TAB = 'answer';

type Input = WireInputOf<typeof reportPresence>;

/**
 * Tracks which members are at which conversation of the inbox (docs/reference/console.md#presence). Nothing is stored;
 * gateways exchange hints.
 */
export interface Presence {
  /** Errors: unknown_tenant, unknown_conversation, rate_limited, no_tenant_chosen. */
  report(input: Input, request: RequestContext): Promise<WireOutputOf<typeof reportPresence>>;
  /** A member has answered. */
  noteAnswer(conversationId: number, request: RequestContext): void;
  /**
   * Returns a reader for a member's stream: the conversations where the member is and where something changed since the last call.
   */
  follow(): (member: MemberCaller) => ConversationPresence[];
  close(): Promise<void>;
}

interface Scoped extends PresencePerson {
  memberId: string | null;
  slug: string;
}

/** Errors: no_tenant_chosen. */
function scopeOf(member: MemberCaller | undefined): Scoped {
  if (!member) throw new AppError('not_signed_in');
  const { tenantId, tenantSlug: slug, memberId, sessionId } = member;
  if (tenantId === null || slug === null) throw new AppError('no_tenant_chosen');
  return { tenantId, slug, memberId, person: memberId ?? sessionId };
}

/** Errors: rate_limited. */
function makeLimit(nowMs: () => number): (who: Scoped) => void {
  const counted = makeBoundedMap<string, WindowLog>(MAX_COUNTED, { nowMs });
  return ({ tenantId, person }) => {
    const name = `${tenantId}/${person}`;
    const log = counted.get(name) ?? makeWindowLog(WINDOW_MS);
    counted.set(name, log);
    const { allowed, resetMs } = log.take(MAX_REPORTS, nowMs());
    if (!allowed) throw new AppError('rate_limited', { retry_after: Math.ceil(resetMs / 1000) });
  };
}

/**
 * Checks that a conversation is the tenant's, and caches a positive result. Errors: unknown_tenant,
 * unknown_conversation.
 */
function makeCheckConversation(nowMs: () => number) {
  const known = makeBoundedMap<string, true>(MAX_KNOWN, { keepMs: KNOWN_MS, nowMs });
  return async ({ tenantId, slug }: Scoped, id: number, request: RequestContext): Promise<void> => {
    const place = `${tenantId}/${id}`;
    if (known.has(place)) return;
    await callService(getConversation, { slug, id }, request);
    known.set(place, true);
  };
}

export function startPresence({
  bus,
  nowMs,
}: {
  bus: Pick<BusClient, 'publishHint' | 'onHint'>;
  nowMs: () => number;
}): Presence {
  const gatewayId = randomBytes(12).toString('hex');
  const desk = makePresenceTracker({ nowMs });
  const limit = makeLimit(nowMs);
  const checkConversation = makeCheckConversation(nowMs);
  const listening = bus.onHint(memberPresence, ({ gatewayId: from, ...heard }) => {
    if (from !== gatewayId) desk.hear(heard);
  });
  const tell = (heard: HeardPresence): void => {
    desk.hear(heard);
    bus.publishHint(memberPresence, { gatewayId, ...heard });
  };
  return {
    async report({ id, tab, seq, doing }, request) {
      const who = scopeOf(request.member);
      limit(who);
      // A report of leaving returns nothing, so it needs no check.
      if (doing !== 'left') await checkConversation(who, id, request);
      const { tenantId, person, memberId } = who;
      tell({ tenantId, conversationId: id, person, memberId, tab, seq, doing });
      return { people: doing === 'left' ? [] : desk.others(who, id).people };
    },
    noteAnswer(conversationId, { member }) {
      const { tenantId, person, memberId } = scopeOf(member);
      const seq = Date.now();
      tell({ tenantId, conversationId, person, memberId, tab: OF_NO_TAB, seq, doing: 'answered' });
    },
    follow() {
      let told = new Map<number, string>();
      return (member) => {
        if (!mayDo(member.roles, 'inbox.use')) return [];
        const who = scopeOf(member);
        const now = desk.conversationsOf(who).map((id) => desk.others(who, id));
        const before = told;
        told = new Map(now.map((there) => [there.conversation_id, JSON.stringify(there.people)]));
        return now.filter(({ conversation_id: id, people }) => (before.get(id) ?? '[]') !== JSON.stringify(people));
      };
    },
    close: () => listening.drain(),
  };
}
