import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSourceMap } from './read-source-map.ts';

/*
 * Makes stack traces name the lines of the sources. Node's own `--enable-source-maps` parses every map at the start;
 * here a map is read when the first stack trace of its file is printed.
 */
const PLACE = /(file:[^()]+?\.js):(\d+):(\d+)/;
const PLACES_MAX = 2000;
const maps = new Map<string, ReturnType<typeof readSourceMap>>();
/** A cache: the same errors recur in an outage. */
const places = new Map<string, string>();

function openMap(file: string): ReturnType<typeof readSourceMap> {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: ReturnType<typeof readSourceMap> = () => null;
  try {
    if (!file.includes('/node_modules/')) map = readSourceMap(readFileSync(new URL(`${file}.map`), 'utf8'));
  } catch {
    // A stack trace without its sources is better than none.
  }
  maps.set(file, map);
  return map;
}

function nameSource(place: string, file: string, line: string, column: string): string {
  const known = places.get(place);
  if (known !== undefined) return known;
  const found = openMap(file)(Number(line) - 1, Number(column) - 1);
  const named = found ? `${fileURLToPath(new URL(found.source, file))}:${found.line + 1}:${found.column + 1}` : place;
  if (places.size >= PLACES_MAX) places.clear();
  places.set(place, named);
  return named;
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => String(frame).replace(PLACE, nameSource))].join(
    '\n    at ',
  );
