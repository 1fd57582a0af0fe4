import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './load-statements.ts';

const FOLDER = `${ROOT}prisma/schema/`;

/** The tables of the models of prisma/schema, by the client's member: `channelAccount`. */
export function readTables(): Map<string, string> {
  const schema = readdirSync(FOLDER).map((file) => readFileSync(FOLDER + file, 'utf8'));
  const models = [...schema.join('\n').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  return new Map(
    models.map(([, name = '', body = '']) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    ]),
  );
}
