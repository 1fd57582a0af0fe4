import { readdirSync, readFileSync } from 'node:fs';

type Channel = 'wa' | 'tg' | 'fb' | 'ig' | 'tt';

const folder = (channel: Channel): URL => new URL(`../fixtures/${channel}/`, import.meta.url);

/** The names of a channel's fixtures with this prefix, without `.json`. */
export const fixtureNames = (channel: Channel, prefix: string): string[] =>
  readdirSync(folder(channel))
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();

/** A fixture's exact bytes. */
export const fixtureBytes = (channel: Channel, name: string): Buffer =>
  readFileSync(new URL(`${name}.json`, folder(channel)));

/** A fixture as parsed JSON. */
export const fixture = (channel: Channel, name: string): unknown =>
  JSON.parse(fixtureBytes(channel, name).toString('utf8'));
