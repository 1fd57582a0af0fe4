import type { ConversationPresence } from '@parley/common/contracts/console/presence';
import type { memberPresence } from '@parley/common/hints';
import type { z } from 'zod';
import { isTabThere, MAX_SIGN_MS, type PresenceSign, peopleThere } from './present-people.ts';

/** Tabs and answers kept per person; the one with the oldest report is dropped first. */
const SIGNS_PER_PERSON = 16;
const MAX_PEOPLE = 20_000;
const SWEEP_EVERY_MS = 5000;

/** A presence report that a gateway receives, from its own members or from another gateway. */
export type HeardPresence = Omit<z.output<typeof memberPresence.schema>, 'gatewayId'>;

/** A person of a tenant. */
export interface PresencePerson {
  tenantId: number;
  person: string;
}

interface Held extends PresenceSign {
  place: string;
  conversationId: number;
  seq: number;
}

/** The signs kept of one person, by tab. */
type Signs = Map<string, Held>;

/**
 * The conversations where people are, in this process's memory: bounded per person and in total, forgotten a minute
 * after the last sign. Tenants share the memory: when it is full, the tenant with the most people loses one.
 */
export type PresenceTracker = ReturnType<typeof makePresenceTracker>;

const placeOf = (tenantId: number, conversationId: number): string => `${tenantId}/${conversationId}`;

export function makePresenceTracker({ nowMs, maxPeople = MAX_PEOPLE }: { nowMs: () => number; maxPeople?: number }) {
  /** By tenant, by person, then by tab; people and tabs are ordered by their last report. */
  const tenants = new Map<number, Map<string, Signs>>();
  const places = new Map<string, Set<Held>>();
  let peopleCount = 0;
  let sweptMs = nowMs();

  function remove(signs: Signs, slot: string): void {
    const held = signs.get(slot);
    if (!held) return;
    signs.delete(slot);
    const there = places.get(held.place);
    there?.delete(held);
    if (there?.size === 0) places.delete(held.place);
  }
  function forget(tenantId: number, person: string): void {
    const people = tenants.get(tenantId);
    const signs = people?.get(person);
    if (!people || !signs) return;
    for (const slot of signs.keys()) remove(signs, slot);
    people.delete(person);
    peopleCount--;
    if (people.size === 0) tenants.delete(tenantId);
  }
  /** Drops a person of the tenant with the most people, so that a large tenant does not displace a smaller one. */
  function makeRoom(): void {
    let largest: { tenantId: number; people: Map<string, Signs> } | null = null;
    for (const [tenantId, people] of tenants)
      if (!largest || people.size > largest.people.size) largest = { tenantId, people };
    const [oldest] = largest?.people.keys() ?? [];
    if (largest && oldest !== undefined) forget(largest.tenantId, oldest);
  }
  function sweep(): void {
    const now = nowMs();
    if (now < sweptMs + SWEEP_EVERY_MS) return;
    sweptMs = now;
    for (const [tenantId, people] of tenants)
      for (const [person, signs] of people) {
        for (const [slot, { heardMs }] of signs) if (heardMs + MAX_SIGN_MS <= now) remove(signs, slot);
        if (signs.size === 0) forget(tenantId, person);
      }
  }
  /** The person's signs; moves the person to the end of the order. */
  function signsOf({ tenantId, person }: PresencePerson): Signs {
    const known = tenants.get(tenantId)?.get(person);
    if (!known && peopleCount >= maxPeople) makeRoom();
    const people = tenants.get(tenantId) ?? new Map<string, Signs>();
    const signs = known ?? new Map<string, Held>();
    if (!known) peopleCount++;
    people.delete(person);
    people.set(person, signs);
    tenants.set(tenantId, people);
    return signs;
  }
  function keep(signs: Signs, slot: string, held: Held): void {
    remove(signs, slot);
    for (const oldest of signs.keys()) {
      if (signs.size < SIGNS_PER_PERSON) break;
      remove(signs, oldest);
    }
    signs.set(slot, held);
    places.set(held.place, (places.get(held.place) ?? new Set()).add(held));
  }

  return {
    hear({ tenantId, conversationId, person, memberId, tab, seq, doing }: HeardPresence) {
      sweep();
      const signs = signsOf({ tenantId, person });
      // An answer is kept alongside the tab's next report.
      const slot = doing === 'answered' ? `${doing}/${conversationId}` : tab;
      const before = signs.get(slot);
      if (before && before.seq >= seq) return;
      const place = placeOf(tenantId, conversationId);
      const held = {
        person,
        memberId,
        doing,
        heardMs: nowMs(),
        place,
        conversationId,
        seq,
      };
      keep(signs, slot, held);
    },
    /** The other people at a conversation. */
    others: ({ tenantId, person }: PresencePerson, conversationId: number): ConversationPresence => ({
      conversation_id: conversationId,
      people: peopleThere(places.get(placeOf(tenantId, conversationId)) ?? [], { viewer: person, nowMs: nowMs() }),
    }),
    /** The conversations that a person's tabs are at. */
    conversationsOf({ tenantId, person }: PresencePerson): number[] {
      const now = nowMs();
      const there = [...(tenants.get(tenantId)?.get(person)?.values() ?? [])].filter((held) => isTabThere(held, now));
      return [...new Set(there.map(({ conversationId }) => conversationId))];
    },
    /** The number of signs kept. */
    size: () => [...places.values()].reduce((sum, there) => sum + there.size, 0),
  };
}
