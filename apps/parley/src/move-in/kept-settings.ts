import type { MappedEvents } from './map-events.ts';

/** A number of the WhatsApp Cloud API, which needs no move of keys. */
export interface CloudNumber {
  phoneNumberId: string;
  wabaId: string;
  label: string;
  /** A query that prints its access token in the source's database. */
  tokenQuery: string;
}

/** The settings that a source has for one device. */
export interface KeptSettings {
  name: string;
  webhook: ({ url: string } & MappedEvents) | null;
  cloud: CloudNumber | null;
  /** Settings that a person has to carry over. They contain no secret. */
  byHand: string[];
}

/** Names of events from a JSON list, or from a list with commas. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  if (typeof value !== 'string') return [];
  if (value.trim().startsWith('[')) {
    try {
      return namesOf(JSON.parse(value));
    } catch {
      return [];
    }
  }
  return value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
