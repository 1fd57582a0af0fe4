import { readFile } from 'node:fs/promises';
import { createClient } from '@parley/sdk';
import { readBlocks } from '../../../scripts/read-blocks.ts';

/**
 * Runs the first program of a page with this address and key, up to its send. Resolves to the answer of the send, which
 * the program assigns to `sent`.
 */
export async function runFirstProgram(
  page: string,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<unknown> {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const program = readBlocks(text).find(({ language }) => language === 'ts')?.text ?? '';
  const lines = program
    .replaceAll(/http:\/\/[\w.:]+\/demo\/api\/messaging\//g, baseUrl)
    .split('\n')
    .filter((line) => !line.startsWith('import '));
  const sendAt = lines.findIndex((line) => line.startsWith('const sent ='));
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const run = new AsyncFunction('createClient', 'process', `${lines.slice(0, sendAt + 1).join('\n')}\nreturn sent;`);
  return run(createClient, { env: { PARLEY_API_KEY: apiKey } });
}
