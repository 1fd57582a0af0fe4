import { stableEventId } from '@parley/messaging/outbox/find-reported';
import { type NewEvent, type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import { accountRef } from '../batch/account.rules.ts';
import type { EventOnly } from '../batch/inbound-message.rules.ts';

/** The address of the conversation that an item belongs to. */
export const peerOf = ({ item }: EventOnly): string => ('group' in item ? item.group : item.from.address);

/** The values that a repeat of the same report has too. */
function identityOf({ item }: EventOnly): readonly unknown[] {
  const at = item.at.getTime();
  switch (item.kind) {
    case 'referral':
      return [item.from.address, at, item.referral];
    case 'call':
      return [item.callId, item.state];
    case 'group-change':
      return [
        ...[item.group, item.noticeId ?? at, item.subject, item.joined, item.left],
        // Absent from a change that an earlier version reported: its id stays.
        ...(item.facts ? [item.facts] : []),
      ];
    case 'group-request':
      return [item.group, item.noticeId, item.person, item.state];
  }
}

/** The id of the item's event: the same for every repeat. */
export const eventIdOf = (entry: EventOnly): string =>
  stableEventId([entry.account.id, entry.item.kind, ...identityOf(entry)]);

type EventOnlyType = 'contact.referral' | 'call.received' | 'group.updated' | 'group.join_request';

function build({ account, item }: EventOnly, conversationId: number | null, reportedAt: Date): NewEvent<EventOnlyType> {
  const { channel, tenantId } = account;
  const event = { tenantId, channel, conversationId, createdAt: reportedAt };
  const at = item.at.toISOString();
  const where = { channel, conversation_id: conversationId, account: accountRef(account) };
  switch (item.kind) {
    case 'referral': {
      const { from, referral } = item;
      return { ...event, type: 'contact.referral', data: { ...where, from: from.address, referral, at } };
    }
    case 'call': {
      const { from, callId, state, isVideo } = item;
      const data = { ...where, from: from.address, call_id: callId, state, video: isVideo, at };
      return { ...event, type: 'call.received', data };
    }
    case 'group-change': {
      const { group, subject, joined, left, by, facts } = item;
      const changes = { subject, joined, left, ...factsOf(facts) };
      return { ...event, type: 'group.updated', data: { ...where, group_id: group, ...changes, by, at } };
    }
    case 'group-request': {
      const { group, person, state, method, by } = item;
      const data = { ...where, group_id: group, person, state, method, by, at };
      return { ...event, type: 'group.join_request', data };
    }
  }
}

type Facts = Extract<EventOnly['item'], { kind: 'group-change' }>['facts'];

const factsOf = (facts: Facts) => ({
  promoted: facts?.promoted ?? [],
  demoted: facts?.demoted ?? [],
  description: facts?.description ?? null,
  settings: facts?.settings ? settingsOf(facts.settings) : null,
  invite_changed: facts?.inviteChanged ?? false,
});

/** The settings under their names of the API; absent ones did not change. */
function settingsOf(given: NonNullable<NonNullable<Facts>['settings']>) {
  const { onlyAdminsSend, onlyAdminsEdit, membersAdd, approveJoins, disappearingS } = given;
  return {
    ...(onlyAdminsSend === undefined ? {} : { only_admins_send: onlyAdminsSend }),
    ...(onlyAdminsEdit === undefined ? {} : { only_admins_edit: onlyAdminsEdit }),
    ...(membersAdd === undefined ? {} : { members_add: membersAdd }),
    ...(approveJoins === undefined ? {} : { approve_joins: approveJoins }),
    ...(disappearingS === undefined ? {} : { disappearing_s: disappearingS }),
  };
}

/** The event of an item that changes no row, with the id that its repeats share. */
export const eventOnlyRow = (
  id: string,
  entry: EventOnly,
  conversationId: number | null,
  reportedAt: Date,
): OutboxRow => toOutboxRow(build(entry, conversationId, reportedAt), id);
