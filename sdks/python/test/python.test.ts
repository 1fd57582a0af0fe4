import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installWheel } from '../../conformance/support/install-python.ts';
import { ensurePython } from '../../conformance/support/programs.ts';
import { ApiDocument, readMethods } from '../../typescript/generate/read-document.ts';
import { pythonSample } from '../generate/sample.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('..', import.meta.url));
const api = ApiDocument.parse(JSON.parse(await readFile(join(SDK, '../../docs/openapi.json'), 'utf8')));

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
  expect(stderr).toMatch(/Ran \d\d tests[\s\S]*OK/);
});

test('the wheel has the types, the licence and the version of the API', async () => {
  const code =
    'from importlib import metadata as m; d = m.distribution("parley-sdk"); print(d.version, d.requires, *map(str, d.files), sep="\\n")';
  const [version, requirements, ...files] = (await run(python, ['-c', code])).stdout.trim().split('\n');
  expect([version, requirements]).toEqual([api.info.version, 'None']);
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
  const seen = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://parley');
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.set(pathname.slice(pathname.lastIndexOf('/') + 1), body ? JSON.parse(body) : Object.fromEntries(searchParams));
    response.end('{"ok":true,"comments":[],"next_cursor":null,"events":[],"next_after":null,"has_more":false}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const methods = readMethods(api);
  const paths = await Promise.all(
    methods.map(async ({ action, example }) => {
      const path = join(folder, `sample-${action}.py`);
      await writeFile(path, pythonSample(action, example));
      return path;
    }),
  );
  const variables = { PARLEY_BASE_URL: `http://127.0.0.1:${port}/demo/api/messaging/`, PARLEY_API_KEY: 'key' };
  await run(python, ['-c', 'import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path)', ...paths], {
    env: { ...process.env, ...variables },
  });
  server.close();
  for (const { action, method, example } of methods) {
    const query = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));
    expect(seen.get(action), action).toEqual(method === 'GET' ? query : example);
  }
});
