import type { ConversationPresence } from '@parley/common/contracts/console/presence';
import type { memberPresence } from '@parley/common/hints';
import type { z } from 'zod';
import { isTabThere, LONGEST_SIGN_MS, type PresenceSign, peopleThere } from './people-there.ts';

/** Tabs and answers of one person that are kept; the one that was heard longest ago goes first. */
const SIGNS_PER_PERSON = 16;
const MAX_PEOPLE = 20_000;
const SWEEP_EVERY_MS = 5000;

/** What a gateway hears of a person, its own people included. */
export type HeardPresence = Omit<z.output<typeof memberPresence.schema>, 'gateway_id'>;

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

/** Where people are, in this process's memory: bounded per person and in total, forgotten a minute after the last sign. */
export interface PresenceDesk {
  hear(heard: HeardPresence): void;
  /** Who else is at a conversation. */
  others(viewer: PresencePerson, conversationId: number): ConversationPresence;
  /** Where a person's tabs are. */
  conversationsOf(viewer: PresencePerson): number[];
  /** How many signs are kept. */
  size(): number;
}

const nameOf = ({ tenantId, person }: PresencePerson): string => `${tenantId}/${person}`;
const placeOf = (tenantId: number, conversationId: number): string => `${tenantId}/${conversationId}`;

export function makePresenceDesk({
  nowMs,
  maxPeople = MAX_PEOPLE,
}: {
  nowMs: () => number;
  maxPeople?: number;
}): PresenceDesk {
  /** By person, then by tab; each ordered by when it was heard. */
  const people = new Map<string, Map<string, Held>>();
  const places = new Map<string, Set<Held>>();
  let sweptMs = nowMs();

  function remove(signs: Map<string, Held>, slot: string): void {
    const held = signs.get(slot);
    if (!held) return;
    signs.delete(slot);
    const there = places.get(held.place);
    there?.delete(held);
    if (there?.size === 0) places.delete(held.place);
  }
  function forget(name: string): void {
    const signs = people.get(name) ?? new Map<string, Held>();
    for (const slot of signs.keys()) remove(signs, slot);
    people.delete(name);
  }
  function sweep(): void {
    const now = nowMs();
    if (now < sweptMs + SWEEP_EVERY_MS) return;
    sweptMs = now;
    for (const [name, signs] of people) {
      for (const [slot, { heardMs }] of signs) if (heardMs + LONGEST_SIGN_MS <= now) remove(signs, slot);
      if (signs.size === 0) people.delete(name);
    }
  }
  /** The person's signs, as those of whom was heard last. */
  function signsOf(name: string): Map<string, Held> {
    const signs = people.get(name) ?? new Map<string, Held>();
    people.delete(name);
    for (const oldest of people.keys()) {
      if (people.size < maxPeople) break;
      forget(oldest);
    }
    people.set(name, signs);
    return signs;
  }
  function keep(signs: Map<string, Held>, slot: string, held: Held): void {
    remove(signs, slot);
    for (const oldest of signs.keys()) {
      if (signs.size < SIGNS_PER_PERSON) break;
      remove(signs, oldest);
    }
    signs.set(slot, held);
    places.set(held.place, (places.get(held.place) ?? new Set()).add(held));
  }

  return {
    hear({ tenant_id, conversation_id, person, member_id, tab, seq, doing }) {
      sweep();
      const signs = signsOf(nameOf({ tenantId: tenant_id, person }));
      // An answer stands beside what the tab does next.
      const slot = doing === 'answered' ? `${doing}/${conversation_id}` : tab;
      const before = signs.get(slot);
      if (before && before.seq >= seq) return;
      const place = placeOf(tenant_id, conversation_id);
      const held = {
        person,
        memberId: member_id,
        doing,
        heardMs: nowMs(),
        place,
        conversationId: conversation_id,
        seq,
      };
      keep(signs, slot, held);
    },
    others: ({ tenantId, person }, conversationId) => ({
      conversation_id: conversationId,
      people: peopleThere(places.get(placeOf(tenantId, conversationId)) ?? [], { viewer: person, nowMs: nowMs() }),
    }),
    conversationsOf(viewer) {
      const now = nowMs();
      const there = [...(people.get(nameOf(viewer))?.values() ?? [])].filter((held) => isTabThere(held, now));
      return [...new Set(there.map(({ conversationId }) => conversationId))];
    },
    size: () => [...people.values()].reduce((sum, signs) => sum + signs.size, 0),
  };
}
