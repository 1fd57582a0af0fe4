import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOG_EVENTS } from '@parley/runtime/logging/log-event-catalogue';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('every log event of the catalogue is written somewhere', () => {
  const list = execFileSync('git', ['ls-files', 'apps', 'packages', 'services'], { cwd: ROOT, encoding: 'utf8' });
  const paths = list
    .split('\n')
    .filter((path) => /\/src\/.*(?<!\.test)\.ts$/.test(path) && !path.includes('/log-events/'));
  const sources = paths.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  expect(Object.keys(LOG_EVENTS).filter((event) => !sources.includes(`'${event}'`))).toEqual([]);
});
