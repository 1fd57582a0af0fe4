import { expect, test } from 'vitest';
import { readFacts, type Tagged } from './release-facts.ts';

const at = (version: string, changes: Partial<Tagged> = {}): Tagged => ({
  tag: `v${version}`,
  version,
  changelog: `# Changelog\n\n## [${version}] - 2026-12-01\n\n- **Cats**\n\n## [0.0.1] - 2026-01-01\n\n- Dogs\n`,
  tags: [`v${version}`, 'sdks/go/v9.0.0', 'php/v9.0.0', ''],
  repository: 'Owner/Parley',
  imageName: '',
  pagesRoot: '',
  ...changes,
});

test('a release has its section of the CHANGELOG, and names from the repository', () => {
  expect(readFacts(at('0.2.0'))).toEqual({
    version: '0.2.0',
    minor: '0.2',
    prerelease: false,
    newest: true,
    image: 'ghcr.io/owner/parley',
    images: ['ghcr.io/owner/parley:0.2.0', 'ghcr.io/owner/parley:0.2', 'ghcr.io/owner/parley:latest'],
    pagesRoot: '/Parley/',
    notes: '- **Cats**',
  });
});

test.each([
  ['0.2.0-rc.1', [], ['0.2.0-rc.1'], 'a version before the release moves no tag'],
  ['0.1.9', ['v0.2.0'], ['0.1.9', '0.1'], 'a fix of an older release does not become the latest'],
  ['0.2.1', ['v0.2.10'], ['0.2.1'], 'an older patch moves no tag'],
  ['0.10.0', ['v0.9.0', 'v0.11.0-rc.1'], ['0.10.0', '0.10', 'latest'], 'versions are compared as numbers'],
])('%s beside %j is tagged %j: %s', (version, others, expected) => {
  const { images, newest, prerelease } = readFacts(at(version, { tags: [`v${version}`, ...others], imageName: 'a/b' }));
  expect(images).toEqual(expected.map((name) => `ghcr.io/a/b:${name}`));
  expect(newest).toBe(expected.includes('latest'));
  expect(prerelease).toBe(version.includes('-'));
});

test.each([
  [{ tag: 'v0.3.0' }, 'The tag is v0.3.0, but package.json has 0.2.0.'],
  [{ tag: 'vnext' }, 'The tag vnext is no version such as v0.2.0.'],
  [{ changelog: '## [0.2.0]\n' }, 'CHANGELOG.md has no section ## [0.2.0] with a date.'],
  [{ imageName: 'a b' }, 'PARLEY_IMAGE_NAME is a b'],
  [{ pagesRoot: 'parley' }, 'PARLEY_PAGES_ROOT is parley'],
])('%j is refused', (changes, message) => {
  expect(() => readFacts(at('0.2.0', changes))).toThrow(message);
});
