import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './load-statements.ts';

const FOLDER = `${ROOT}prisma/schema/`;

export interface Model {
  /** The client's member: `channelAccount`. */
  member: string;
  table: string;
  /** Whether the schema joins it to another model: the client joins along relations alone. */
  isRelated: boolean;
}

/** The models of prisma/schema. */
export function readModels(): Model[] {
  const schema = readdirSync(FOLDER).map((file) => readFileSync(FOLDER + file, 'utf8'));
  const models = [...schema.join('\n').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name]) => name));
  return models.map(([, name = '', body = '']) => ({
    member: name.charAt(0).toLowerCase() + name.slice(1),
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    isRelated: [...body.matchAll(/^ +\w+ +(\w+)/gm)].some(([, type]) => names.has(type)),
  }));
}
