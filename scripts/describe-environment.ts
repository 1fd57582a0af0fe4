import { Environment } from '@parley/runtime/environment';
import type { z } from 'zod';

const HEAD = `# Generated from packages/runtime/src/environment.ts by \`npm run generate\`.
# Every variable has a default or may stay unset, unless it says otherwise.
`;

/** A parsed default in the format of the environment. */
const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

function describeVariable([name, schema]: [string, z.ZodType]): string {
  const parsed = schema.safeParse(undefined);
  const byDefault = parsed.success ? parsed.data : undefined;
  return `# ${schema.description ?? ''}\n${byDefault === undefined ? `# ${name}=` : `${name}=${asText(byDefault)}`}\n`;
}

/** .env.example: every variable with its meaning and default. */
export const describeEnvironment = (): string =>
  `${HEAD}\n${Object.entries(Environment.shape).map(describeVariable).join('\n')}`;
