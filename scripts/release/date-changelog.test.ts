import { expect, test } from 'vitest';
import { dateChangelog } from './date-changelog.ts';

const LINKS = '[Unreleased]: #unreleased\n[0.1.0]: #010\n';

test('the section Unreleased becomes that of the release', () => {
  const text = `# Changelog\n\n## [Unreleased]\n\n- **Cats**\n\n## [0.1.0] - 2026-01-01\n\n${LINKS}`;
  expect(dateChangelog(text, '0.2.0', '2026-11-26')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n\n- **Cats**\n\n## [0.1.0] - 2026-01-01\n\n' +
      '[Unreleased]: #unreleased\n[0.2.0]: #020---2026-11-26\n[0.1.0]: #010\n',
  );
});

test('a section that has the version already gets its date', () => {
  const text = `## [Unreleased]\n\n## [0.1.0]\n\n- **Cats**\n\n${LINKS}`;
  expect(dateChangelog(text, '0.1.0', '2026-11-26')).toBe(
    '## [Unreleased]\n\n## [0.1.0] - 2026-11-26\n\n- **Cats**\n\n[Unreleased]: #unreleased\n[0.1.0]: #010---2026-11-26\n',
  );
});

test('an empty section and a second release of a version are refused', () => {
  const text = `## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- **Cats**\n\n${LINKS}`;
  expect(() => dateChangelog(text, '0.2.0', '2026-11-26')).toThrow(
    'The section ## [Unreleased] of CHANGELOG.md is empty.',
  );
  expect(() => dateChangelog(text, '0.1.0', '2026-11-26')).toThrow('already has the release 0.1.0');
});
