import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAPPING = fileURLToPath(new URL('map-stack-traces.ts', import.meta.url));
const PREFIX = 'program:';

/** The name under which the plugin knows a program as the first module of a bundle. */
export const asFirstModule = (program) => PREFIX + program;

const HASHBANG = /^#!.*\n/;

/** The line with which a shell finds Node, in a program that is started by its own name; else empty. */
const hashbangOf = async (program) => HASHBANG.exec(await readFile(program, 'utf8'))?.[0] ?? '';

/** Each program runs `map-stack-traces.ts` before its own first line. A hashbang stays in front of both. */
export const startWithStackTraces = {
  name: 'start-with-stack-traces',
  resolveId: {
    filter: { id: /^program:/ },
    handler: (id) => ({ id, moduleSideEffects: true }),
  },
  load: {
    filter: { id: /^program:/ },
    async handler(id) {
      const program = id.slice(PREFIX.length);
      return `${await hashbangOf(program)}import ${JSON.stringify(MAPPING)};\nimport ${JSON.stringify(program)};\n`;
    },
  },
};
