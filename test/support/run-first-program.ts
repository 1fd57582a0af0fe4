import { readFile } from 'node:fs/promises';
import { createClient } from '@parley/sdk';

const PROGRAM = /```ts\n([\s\S]*?)```/;

/**
 * Runs the first program of a page as far as its send, which is assigned to `sent`, with this address and key; resolves
 * to the answer of the send.
 */
export async function runFirstProgram(
  page: string,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<unknown> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  const program = PROGRAM.exec(text)?.[1] ?? '';
  const lines = program
    .replaceAll(/http:\/\/[\w.:]+\/demo\/api\/messaging\//g, baseUrl)
    .split('\n')
    .filter((line) => !line.startsWith('import '));
  const sendAt = lines.findIndex((line) => line.startsWith('const sent ='));
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const run = new AsyncFunction('createClient', 'process', `${lines.slice(0, sendAt + 1).join('\n')}\nreturn sent;`);
  return run(createClient, { env: { PARLEY_API_KEY: apiKey } });
}
