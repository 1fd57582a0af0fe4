import { fileURLToPath } from 'node:url';

const MAPPING = fileURLToPath(new URL('map-stack-traces.ts', import.meta.url));
const PREFIX = 'program:';

/** The name under which the plugin knows a program as the first module of a bundle. */
export const asFirstModule = (program) => PREFIX + program;

/** Each program runs `map-stack-traces.ts` before its own first line. */
export const startWithStackTraces = {
  name: 'start-with-stack-traces',
  resolveId: {
    filter: { id: /^program:/ },
    handler: (id) => ({ id, moduleSideEffects: true }),
  },
  load: {
    filter: { id: /^program:/ },
    handler: (id) => `import ${JSON.stringify(MAPPING)};\nimport ${JSON.stringify(id.slice(PREFIX.length))};\n`,
  },
};
