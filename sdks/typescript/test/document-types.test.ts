import { readFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const DOCS = new URL('../../../docs/', import.meta.url);

test.each(['openapi.json', 'openapi-operator.json'])(
  'openapi-typescript makes a plain type of every schema of %s',
  async (name) => {
    const text = astToString(await openapiTS(await readFile(new URL(name, DOCS), 'utf8'), { silent: true }));
    expect(text.split('\n').filter((line) => /\bunknown\)* [&|]|[&|] \(*unknown\b/.test(line))).toEqual([]);
    for (const body of text.matchAll(/^ {8}(\w+Request): (.*)$/gm))
      expect(body[2], body[1]).toMatch(/^({|Record<string, never>;)$/);
  },
);
