import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { drawText, makePdf, pack } from '../../test/make-pdf.ts';
import { START } from '../../test/open-bots.ts';
import { openKnowledge } from '../../test/open-knowledge.ts';
import { makeWorker } from '../workers.ts';
import { deleteKnowledge } from './delete-knowledge.ts';
import { getKnowledge } from './get-knowledge.ts';
import { storePassages } from './knowledge.steps.ts';
import { listKnowledge } from './list-knowledge.ts';
import { chunkKnowledge } from './passage.rules.ts';
import { claimNextSource, failSource } from './reading.store.ts';

// docs/reference/bots.md#knowledge

const HOURS = { kind: 'text', title: 'Hours', text: 'We open at nine.' } as const;
const pdfOf = (...lines: string[]) => makePdf({ pages: lines.map((line) => drawText(line)) }).toString('base64');
const MINUTE = 60_000;

test('a bot uses a source once it is read, and the original content is deleted', async () => {
  await using shop = await openKnowledge();
  const added = await shop.add(HOURS);
  expect(added).toEqual({
    id: expect.stringMatching(/^src_\d+$/),
    kind: 'text',
    title: 'Hours',
    status: 'processing',
    error: null,
    bytes: 16,
    tokens: 0,
    createdAt: START.toISOString(),
  });
  expect(await shop.search('open')).toEqual([]);
  expect(await shop.readSource()).toBe(true);
  expect(await shop.readSource()).toBe(false);
  expect(await getKnowledge(shop.service, { ...shop.bot, source: added.id })).toEqual({
    ...added,
    status: 'ready',
    tokens: 6,
  });
  expect(await shop.search('open')).toEqual([{ text: HOURS.text, source: 'Hours', title: null }]);
  const { rows } = await shop.database.db.query<{ content: Buffer | null }>({
    text: 'SELECT content FROM knowledge_sources',
  });
  expect(rows).toEqual([{ content: null }]);
});

test('a source of every kind is found by its words, with its name and title', async () => {
  await using shop = await openKnowledge();
  await shop.learn({ kind: 'markdown', title: 'Handbook', text: '# Shop\n## Parking\nBehind the building.' });
  await shop.learn({
    kind: 'qa',
    title: 'Questions',
    pairs: [{ question: 'Do you deliver?', answer: 'Yes, by courier.' }],
  });
  await shop.learn({ kind: 'pdf', title: 'Leaflet', pdf: pdfOf('Our warranty', 'lasts two years') });
  const find = async (query: string) => (await shop.search(query))[0];
  expect(await find('parking')).toEqual({ source: 'Handbook', title: 'Shop > Parking', text: 'Behind the building.' });
  expect(await find('courier')).toEqual({ source: 'Questions', title: 'Do you deliver?', text: 'Yes, by courier.' });
  expect(await find('years')).toEqual({ source: 'Leaflet', title: 'Page 2', text: 'lasts two years' });
});

test('a bot finds nothing of another bot or tenant, or of a removed source', async () => {
  await using shop = await openKnowledge();
  const other = await shop.makeBot();
  const { id: source } = await shop.learn(HOURS);
  const { bot, service } = shop;
  const { scope } = other;
  const strangers = [
    other,
    { slug: other.slug, id: bot.id, scope: { ...bot.scope, tenantId: scope.tenantId } },
    { slug: bot.slug, id: other.id, scope: { ...bot.scope, botId: scope.botId } },
  ];
  for (const stranger of strangers) {
    for (const query of ['open', 'openn']) expect(await shop.search(query, stranger.scope)).toEqual([]);
    expect(await shop.loadAll(stranger.scope)).toBe('');
    const unknown = { code: expect.stringMatching(/^unknown_/) };
    await expect(getKnowledge(service, { ...stranger, source })).rejects.toMatchObject(unknown);
    await expect(deleteKnowledge(service, { ...stranger, source })).rejects.toMatchObject(unknown);
  }
  const foreign = { slug: other.slug, id: bot.id };
  await expect(listKnowledge(service, { ...foreign, limit: 5 })).rejects.toMatchObject({ code: 'unknown_bot' });
  await expect(shop.add(HOURS, foreign)).rejects.toMatchObject({ code: 'unknown_bot' });
  await deleteKnowledge(service, { ...bot, source });
  expect(await shop.search('open')).toEqual([]);
  await expect(deleteKnowledge(service, { ...bot, source })).rejects.toMatchObject({ code: 'unknown_source' });
});

test('sources are listed page by page, oldest first', async () => {
  await using shop = await openKnowledge();
  for (const title of ['a', 'b', 'c']) await shop.add({ ...HOURS, title });
  const first = await listKnowledge(shop.service, { ...shop.bot, limit: 2 });
  expect(first.items.map(({ title }) => title)).toEqual(['a', 'b']);
  const second = await listKnowledge(shop.service, { ...shop.bot, limit: 2, cursor: first.nextCursor ?? undefined });
  expect(second.items.map(({ title }) => title)).toEqual(['c']);
  expect(second.nextCursor).toBeNull();
});

test('a source has exactly the member of its kind', async () => {
  await using shop = await openKnowledge();
  const pairs = [{ question: 'a', answer: 'b' }];
  for (const [given, field] of [
    [{ kind: 'text', title: 'x' }, 'text'],
    [{ kind: 'qa', title: 'x', text: 'y' }, 'pairs'],
    [{ kind: 'markdown', title: 'x', text: 'y', pairs }, 'pairs'],
    [{ kind: 'text', title: 'x', text: 'ش'.repeat(400_000) }, 'text'],
  ] as const)
    await expect(shop.add({ ...given })).rejects.toMatchObject({ code: `invalid_${field}` });
});

test('a worker killed while reading is replaced when its lease expires, and its late result is discarded', async () => {
  await using shop = await openKnowledge();
  const { id } = await shop.add(HOURS);
  const claim = { claimId: 'killed', now: START, until: new Date(START.getTime() + 2 * MINUTE) };
  const killed = await claimNextSource(shop.database.db, claim);
  expect(await shop.readSource()).toBe(false);
  shop.pass(2 * MINUTE);
  expect(await shop.readSource()).toBe(true);
  if (!killed) throw new Error('The source was not claimed.');
  const late = chunkKnowledge({ kind: 'text', text: 'Other.' });
  expect(await storePassages(shop.service, killed, late)).toBe(false);
  expect(await failSource(shop.database.db.prisma, killed, 'other')).toBe(false);
  expect(await getKnowledge(shop.service, { ...shop.bot, source: id })).toMatchObject({ status: 'ready' });
  expect(await shop.loadAll()).toBe('## Hours\nWe open at nine.');
});

test('a source that kills its worker each time is abandoned', async () => {
  await using shop = await openKnowledge();
  const { id } = await shop.add(HOURS);
  for (let round = 0; round < 3; round++) {
    const now = new Date(START.getTime() + round * MINUTE);
    const claim = { claimId: `k${round}`, now, until: new Date(now.getTime() + MINUTE) };
    expect(await claimNextSource(shop.database.db, claim)).not.toBeNull();
  }
  shop.pass(3 * MINUTE);
  await shop.readSource();
  expect(await getKnowledge(shop.service, { ...shop.bot, source: id })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('interrupted'),
  });
});

test('search answers while a hostile source is read', async () => {
  await using shop = await openKnowledge();
  await shop.learn(HOURS);
  const { id } = await shop.add({ kind: 'markdown', title: 'Blanks', text: `# ${' '.repeat(8000)}\u2028` });
  const ended: string[] = [];
  const reading = shop.readSource().then(() => ended.push('read'));
  const searching = shop.search('open').then(() => ended.push('found'));
  await Promise.all([reading, searching]);
  expect(ended).toEqual(['found', 'read']);
  expect(await getKnowledge(shop.service, { ...shop.bot, source: id })).toMatchObject({ status: 'ready' });
});

test('a stop cuts the reading of a source short, and the next worker reads it at once', async () => {
  await using shop = await openKnowledge();
  const slow = makePdf({ pages: [pack('BT (a) Tj ET ', 20_000_000)], filter: '/Filter /FlateDecode' });
  const { id } = await shop.add({ kind: 'pdf', title: 'Slow', pdf: slow.toString('base64') });
  const { prisma } = shop.database.db;
  const find = () =>
    prisma.knowledgeSource.findFirstOrThrow({ select: { attempts: true, dueAt: true, claimId: true } });
  const worker = makeWorker(shop.service);
  worker.onApplicationBootstrap();
  await pollUntil(async () => ((await find()).attempts === 1 ? true : null), { what: () => 'a reader' });
  await worker.beforeApplicationShutdown();
  expect(await find()).toEqual({ attempts: 0, dueAt: START, claimId: null });
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
  expect(await getKnowledge(shop.service, { ...shop.bot, source: id })).toMatchObject({ status: 'processing' });
  const claim = { claimId: 'next', now: START, until: new Date(START.getTime() + MINUTE) };
  expect(await claimNextSource(shop.database.db, claim)).toMatchObject({ attempts: 1 });
});

test('an unreadable source states the reason, and answers nothing', async () => {
  await using shop = await openKnowledge();
  const damaged = await shop.learn({ kind: 'pdf', title: 'Leaflet', pdf: Buffer.from('hello').toString('base64') });
  expect(damaged).toMatchObject({ status: 'failed', error: 'This is not a PDF file.', tokens: 0 });
  expect(await shop.learn({ kind: 'text', title: 'Empty', text: ' \n ' })).toMatchObject({ status: 'failed' });
});

test('a bot has at most 100 sources, even when they are added at once', async () => {
  await using shop = await openKnowledge();
  for (let n = 0; n < 98; n++) await shop.add(HOURS);
  const added = await Promise.allSettled(Array.from({ length: 5 }, () => shop.add(HOURS)));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(added.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_much_knowledge' } });
});

test('a source that exceeds the limit of passages fails, and the bot keeps its knowledge', async () => {
  await using shop = await openKnowledge();
  const pairs = Array.from({ length: 1000 }, (_, n) => ({ question: `q${n}`, answer: 'a' }));
  for (let n = 0; n < 11; n++) await shop.add({ kind: 'qa', title: `${n}`, pairs });
  while (await shop.readSource());
  const { items } = await listKnowledge(shop.service, { ...shop.bot, limit: 50 });
  expect(items.map(({ status }) => status)).toEqual([...Array(10).fill('ready'), 'failed']);
  expect(items[10]?.error).toContain('10000 passages');
});

test('the model gets all knowledge in order up to 6,000 tokens, and above that limit no knowledge', async () => {
  await using shop = await openKnowledge();
  expect(await shop.loadAll()).toBe('');
  await shop.learn(HOURS);
  await shop.learn({ kind: 'markdown', title: 'Handbook', text: '# Parking\nBehind it.\n# Cash\nNo.' });
  expect(await shop.loadAll()).toBe(
    '## Hours\nWe open at nine.\n\n## Handbook: Parking\nBehind it.\n\n## Handbook: Cash\nNo.',
  );
  await shop.learn({ kind: 'text', title: 'Long', text: 'word '.repeat(5000) });
  expect(await shop.loadAll()).toBeNull();
});
