import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadPriceList } from './load-price-list.client.ts';

const LIST = '{"version":"1","prices":[]}';

it('reads a price list from the variable, or from the file that it names', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-prices-'));
  try {
    const path = join(directory, 'prices.json');
    await writeFile(path, LIST);
    const list = { version: '1', prices: [] };
    expect([loadPriceList(LIST), loadPriceList(` ${LIST}`), loadPriceList(path)]).toEqual([list, list, list]);
    expect(loadPriceList(undefined)).toBeNull();
    await writeFile(path, '{');
    expect(() => loadPriceList(path)).toThrow('PARLEY_AI_PRICES');
    expect(() => loadPriceList(join(directory, 'absent.json'))).toThrow('PARLEY_AI_PRICES: the file cannot be read');
  } finally {
    await rm(directory, { recursive: true });
  }
});
