const UNRELEASED = '## [Unreleased]';
const UNRELEASED_LINK = '[Unreleased]: #unreleased';

/** The text below a heading, up to the next one of its level. */
export function sectionBelow(text: string, heading: string): string {
  const start = text.indexOf(`${heading}\n`) + heading.length;
  const end = text.indexOf('\n## ', start);
  return text.slice(start, end === -1 ? undefined : end).trim();
}

/**
 * CHANGELOG.md with the section of a release: that of `[Unreleased]`, or one that already has the version and no date.
 * Throws if the section is empty, or the version was released.
 */
export function dateChangelog(text: string, version: string, date: string): string {
  const own = `## [${version}]`;
  if (text.includes(`${own} - `)) throw new Error(`CHANGELOG.md already has the release ${version}.`);
  const heading = text.includes(`${own}\n`) ? own : UNRELEASED;
  if (!text.includes(`${heading}\n`)) throw new Error(`CHANGELOG.md has no section ${heading}.`);
  if (sectionBelow(text, heading) === '') throw new Error(`The section ${heading} of CHANGELOG.md is empty.`);
  const dated = `${own} - ${date}`;
  // The anchor of the heading: its letters, digits and hyphens, with a hyphen for each space.
  const link = `[${version}]: #${version.replaceAll('.', '')}---${date}`;
  return text
    .replace(`${heading}\n`, heading === UNRELEASED ? `${UNRELEASED}\n\n${dated}\n` : `${dated}\n`)
    .replace(`\n[${version}]: #${version.replaceAll('.', '')}\n`, '\n')
    .replace(UNRELEASED_LINK, `${UNRELEASED_LINK}\n${link}`);
}
