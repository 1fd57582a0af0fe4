import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packNpm } from '../../../scripts/release/pack-npm.ts';
import { readPackageNames } from '../../../scripts/release/package-names.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('a release packs the nodes below the scope of the other packages, with all files that n8n loads', async () => {
  const out = await mkdtemp(join(tmpdir(), 'parley-n8n-release-'));
  try {
    const archive = packNpm(ROOT, out, 'npm-n8n', readPackageNames({ NPM_SCOPE: '@someone' }));
    const manifest = execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' });
    expect(JSON.parse(manifest)).toMatchObject({
      name: '@someone/n8n-nodes-parley',
      peerDependencies: { 'n8n-workflow': '*' },
    });
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});
