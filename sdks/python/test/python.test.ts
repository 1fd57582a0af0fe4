import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installWheel } from '../../conformance/support/install-python.ts';
import { run } from '../../conformance/support/language.ts';
import { ensurePython } from '../../conformance/support/programs.ts';
import { recordCalls, recordedExample } from '../../conformance/support/record-calls.ts';
import { readSampleSource } from '../../generate/read-samples.ts';
import { pythonSample } from '../generate/sample.ts';

const SDK = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
/** The Python of an environment with the wheel. */
let python: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-python-'));
  python = await installWheel(folder);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the tests in Python pass on the installed wheel', async () => {
  const { stderr } = await run(python, [
    '-W',
    'error::ResourceWarning',
    '-m',
    'unittest',
    'discover',
    '-s',
    join(SDK, 'test'),
  ]);
  expect(stderr).toMatch(/Ran \d+ tests[\s\S]*OK/);
});

test('the wheel has the types, the licence and the version of the API', async () => {
  const code =
    'from importlib import metadata as m; d = m.distribution("parley-sdk"); print(d.version, d.requires, *map(str, d.files), sep="\\n")';
  const [version, requirements, ...files] = (await run(python, ['-c', code])).stdout.trim().split('\n');
  expect([version, requirements]).toEqual([readSampleSource().document.info.version, 'None']);
  expect(files).toContain('parley/py.typed');
  expect(files.filter((name) => name.endsWith('LICENSE'))).toHaveLength(1);
});

test('the types hold for a strict checker, which finds each mistake of a caller', async () => {
  const checker = await ensurePython();
  for (const version of ['3.9', '3.11']) {
    const given = ['-m', 'mypy', '--strict', '--python-version', version, '--cache-dir', join(folder, 'mypy')];
    const example = join(SDK, '../../examples/appointments/appointments.py');
    const sources = [join(SDK, 'src/parley'), join(SDK, 'test/typed.py'), example];
    await run(checker, [...given, ...sources], { env: { ...process.env, MYPYPATH: join(SDK, 'src') } });
  }
}, 180_000);

test('the sample of every action sends the example of the document', async () => {
  const { methods } = readSampleSource();
  const paths = await Promise.all(
    methods.map(async ({ action, example }) => {
      const path = join(folder, `sample-${action}.py`);
      await writeFile(path, pythonSample(action, example));
      return path;
    }),
  );
  const runAll = (url: string) =>
    run(python, ['-c', 'import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path)', ...paths], {
      env: { ...process.env, PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' },
    });
  const lists = Object.fromEntries(methods.flatMap(({ paging }) => (paging ? [[paging.items, []]] : [])));
  const lastPage = { ok: true, ...lists, next_cursor: null, next_after: null, has_more: false };
  expect(await recordCalls(runAll, { status: 200, body: lastPage })).toEqual(methods.map(recordedExample));
});
