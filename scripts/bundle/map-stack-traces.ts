import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Stack traces name the lines of the sources. Node's own `--enable-source-maps` parses every map at the start; here a map is read when the
 * first stack of its file is printed.
 */
const PLACE = /(file:[^()]+?\.js):(\d+):(\d+)/;
const maps = new Map<string, SourceMap | null>();

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    // A stack without its sources is better than none.
    return null;
  }
}

function nameSource(place: string, file: string, line: string, column: string): string {
  if (file.includes('/node_modules/')) return place;
  const map = maps.get(file) ?? readMap(file);
  maps.set(file, map);
  const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return place;
  const source = fileURLToPath(new URL(found.originalSource, file));
  return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => String(frame).replace(PLACE, nameSource))].join(
    '\n    at ',
  );
