const TOKEN = /"(?:[^"\\]|\\.)*"|\{|\n/g;

/** Members of which each is a part of the interface, whatever its name is. */
const MAPS = new Set(['properties', '$defs', 'schemas', 'paths', 'content', 'responses']);
/** Members with values instead of schemas. */
const VALUES = new Set(['enum', 'const', 'required', 'default', 'example', 'examples']);

/** The member of an object of a document with the line on which the object begins. */
export const LINE = 'x-line';

/** The line of an object that {@link withLines} read; 1 for one that it did not. */
export const lineOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && LINE in value && typeof value[LINE] === 'number' ? value[LINE] : 1;

/** The line of each `{` of a JSON text. */
function linesOfObjects(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') line++;
    if (token === '{') lines.push(line);
  }
  return lines;
}

/**
 * A JSON document whose objects know their line (except values and maps of names). The members of each object must be in
 * the order in which JavaScript lists them, as in all documents that are written by a program.
 */
export function withLines(text: string, isMap = false): unknown {
  const lines = linesOfObjects(text);
  let at = 0;
  function walk(value: unknown, kind: 'map' | 'object' | 'value'): unknown {
    if (Array.isArray(value)) return value.map((member) => walk(member, kind === 'map' ? 'object' : kind));
    if (typeof value !== 'object' || value === null) return value;
    const line = lines[at++];
    const members = Object.entries(value).map(([name, member]) => {
      if (kind === 'value') return [name, walk(member, 'value')];
      if (kind === 'map') return [name, walk(member, 'object')];
      return [name, walk(member, VALUES.has(name) ? 'value' : MAPS.has(name) ? 'map' : 'object')];
    });
    return Object.fromEntries(kind === 'object' ? [...members, [LINE, line]] : members);
  }
  return walk(JSON.parse(text), isMap ? 'map' : 'object');
}
