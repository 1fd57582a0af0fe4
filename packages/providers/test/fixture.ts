import { readdirSync, readFileSync } from 'node:fs';

const folder = (channel: 'wa' | 'tg'): URL => new URL(`../fixtures/${channel}/`, import.meta.url);

/** The names of a channel's fixtures that begin so, without `.json`. */
export const fixtureNames = (channel: 'wa' | 'tg', prefix: string): string[] =>
  readdirSync(folder(channel))
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();

/** A fixture's exact bytes. */
export const fixtureBytes = (channel: 'wa' | 'tg', name: string): Buffer =>
  readFileSync(new URL(`${name}.json`, folder(channel)));

/** A fixture as parsed JSON. */
export const fixture = (channel: 'wa' | 'tg', name: string): unknown =>
  JSON.parse(fixtureBytes(channel, name).toString('utf8'));
