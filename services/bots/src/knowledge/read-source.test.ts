import { expect, test } from 'vitest';
import { drawText, makePdf, pack } from '../../test/make-pdf.ts';
import { readSource } from './read-source.client.ts';

// docs/reference/bots.md#reading

type Limits = Parameters<typeof readSource>[1];
const readPdf = (content: Uint8Array, limits?: Limits) => readSource({ kind: 'pdf', content }, limits);
const readText = (kind: 'text' | 'markdown', text: string, limits?: Limits) =>
  readSource({ kind, content: Buffer.from(text) }, limits);
const children = () => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

const DRAWN = drawText('Opening hours', 'Nine to five');
const MB = 1024 * 1024;

test('a PDF is read page by page', async () => {
  const file = makePdf({ pages: [DRAWN, drawText('Closed on Fridays')] });
  expect(await readPdf(file)).toMatchObject({
    chunks: [
      { title: 'Page 1', text: 'Opening hours\nNine to five' },
      { title: 'Page 2', text: 'Closed on Fridays' },
    ],
  });
});

const ENCRYPTED = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'0'.repeat(64)}> /U <${'1'.repeat(64)}> /P -4 >> /ID [<00> <00>]`;

test.each([
  ['a file that is no PDF', Buffer.from('hello'), 'not_a_pdf'],
  ['nothing', Buffer.alloc(0), 'not_a_pdf'],
  ['a protected PDF', makePdf({ pages: [DRAWN], trailer: ENCRYPTED }), 'encrypted'],
  ['a PDF of pictures', makePdf({ pages: [Buffer.from('0 0 100 100 re f')] }), 'no_text'],
  ['too many pages', makePdf({ pages: Array.from({ length: 501 }, () => DRAWN) }), 'too_many_pages'],
  [
    'too much text',
    makePdf({
      pages: [pack(`BT /F1 1 Tf 50 700 Td (${'x'.repeat(500)}) Tj ET `, 5000)],
      filter: '/Filter /FlateDecode',
    }),
    'too_much_text',
  ],
])('%s is refused with its reason', async (_what, file, refusal) => {
  expect(await readPdf(file)).toEqual({ refusal });
});

test('a small file that unpacks without end is stopped at the memory limit', async () => {
  const bomb = makePdf({ pages: [pack('(aaaa) Tj ', 30 * MB)], filter: '/Filter /FlateDecode' });
  expect(await readPdf(bomb, { growthBytes: 96 * MB, timeoutMs: 60_000 })).toEqual({ refusal: 'too_much_memory' });
});

test('memory of unpacked files is freed with the process that read them', async () => {
  const bomb = makePdf({ pages: [pack('(aaaa) Tj ', 30 * MB)], filter: '/Filter /FlateDecode' });
  const before = { children: children(), rss: process.memoryUsage.rss() };
  expect(await readPdf(bomb, { timeoutMs: 60_000 })).toEqual({ refusal: 'too_much_memory' });
  expect(children()).toBe(before.children);
  // In a thread of this process, some 330 MB would stay allocated.
  expect(process.memoryUsage.rss() - before.rss).toBeLessThan(128 * MB);
});

test('a full heap ends the thread, not the process', async () => {
  const file = makePdf({ pages: [pack('BT (a) Tj ET ', 2 * MB)], filter: '/Filter /FlateDecode' });
  expect(await readPdf(file, { heapMb: 12, timeoutMs: 60_000 })).toEqual({ refusal: 'too_much_memory' });
});

test('reading that never ends is stopped', async () => {
  const file = makePdf({ pages: [pack('BT (a) Tj ET ', 20 * MB)], filter: '/Filter /FlateDecode' });
  expect(await readPdf(file, { timeoutMs: 300 })).toEqual({ refusal: 'too_slow' });
});

test('any bytes after the header of a PDF produce an answer', async () => {
  const whole = makePdf({ pages: [DRAWN] });
  for (const cut of [9, 60, 200, whole.length - 40]) {
    const answer = await readPdf(whole.subarray(0, cut));
    expect('chunks' in answer || answer.refusal.length > 0).toBe(true);
  }
});

const KIB = 1024;
const SOURCE = 720 * KIB;

test.each([
  ['blanks before another kind of line break', `# ${' '.repeat(8000)}\u2028`],
  ['a source of blanks', `# ${' '.repeat(SOURCE - 5)}\u2028`],
  ['blanks and marks by turns', `# ${'# '.repeat(SOURCE / 2 - 4)}x\u2028`],
  ['a long heading above many others', `# ${'a'.repeat(SOURCE / 2)}\n${'## b\nc\n'.repeat(9000)}`],
  ['empty lines', `a${'\n \t'.repeat(SOURCE / 3 - 1)}`],
  ['fences that never end', '```\n~~~\n'.repeat(SOURCE / 8)],
])('a source of hostile Markdown is read: %s', async (_what, text) => {
  const answer = await readText('markdown', text);
  expect(answer).toMatchObject({ chunks: expect.any(Array) });
});

test('a source of too many passages is refused before they leave the process', async () => {
  expect(await readText('markdown', '# a\n'.repeat(20_000))).toEqual({ refusal: 'too_many_passages' });
});

test('a source that takes too long is stopped, whatever its kind', async () => {
  expect(await readText('text', 'word '.repeat(140 * KIB), { timeoutMs: 1 })).toEqual({ refusal: 'too_slow' });
});

test('a stop ends the process that reads', async () => {
  const before = children();
  const stop = new AbortController();
  const reading = readPdf(makePdf({ pages: [pack('BT (a) Tj ET ', 20 * MB)], filter: '/Filter /FlateDecode' }), {
    signal: stop.signal,
  });
  expect(children()).toBe(before + 1);
  stop.abort();
  expect(await reading).toEqual({ refusal: 'unreadable' });
  expect(children()).toBe(before);
  expect(await readText('text', 'Open.', { signal: stop.signal })).toEqual({ refusal: 'unreadable' });
});
