import { sectionBelow } from './date-changelog.ts';
import { compareVersions, readVersion } from './version.ts';

/** The state of the repository at a tag, and the names that its variables give (docs/operations/upgrading.md#names). */
export interface Tagged {
  tag: string;
  /** The version in package.json. */
  version: string;
  changelog: string;
  /** All tags of the repository. */
  tags: readonly string[];
  /** `owner/name` of the repository. */
  repository: string;
  imageName: string;
  pagesRoot: string;
}

export interface ReleaseFacts {
  version: string;
  /** The folder of its documentation: 0.2 of 0.2.3. */
  minor: string;
  prerelease: boolean;
  /** Whether no release has a higher version. */
  newest: boolean;
  image: string;
  /** The image with each of its tags. */
  images: readonly string[];
  pagesRoot: string;
  /** The release's section of CHANGELOG.md. */
  notes: string;
}

const SUFFIX = /-[\dA-Za-z.-]+$/;
const IMAGE_NAME = /^[a-z\d]+(?:[._/-][a-z\d]+)*$/;
const PAGES_ROOT = /^\/(?:[\w.-]+\/)*$/;

const minorOf = (version: string): string => version.replace(/^v/, '').split('.', 2).join('.');

/** The moving tags of an image. A fix of an older release takes back neither those of a later patch nor `latest`. */
function movingTags(version: string, released: readonly string[]): string[] {
  const higher = released.filter((other) => compareVersions(other, version) > 0);
  const minor = minorOf(version);
  return [
    ...(higher.some((other) => minorOf(other) === minor) ? [] : [minor]),
    ...(higher.length === 0 ? ['latest'] : []),
  ];
}

/** The facts of a release that its jobs share. Throws if the tag, package.json and CHANGELOG.md contradict each other. */
export function readFacts({ tag, version, changelog, tags, repository, imageName, pagesRoot }: Tagged): ReleaseFacts {
  if (!tag.startsWith('v') || readVersion(tag.replace(SUFFIX, '')) === null)
    throw new Error(`The tag ${tag} is no version such as v0.2.0.`);
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has ${version}.`);
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}] - `));
  if (heading === undefined) throw new Error(`CHANGELOG.md has no section ## [${version}] with a date.`);
  const image = (imageName || repository).toLowerCase();
  if (!IMAGE_NAME.test(image)) throw new Error(`PARLEY_IMAGE_NAME is ${imageName}: use a name such as owner/parley.`);
  const root = pagesRoot || `/${repository.split('/')[1] ?? ''}/`;
  if (!PAGES_ROOT.test(root)) throw new Error(`PARLEY_PAGES_ROOT is ${pagesRoot}: use a path such as / or /parley/.`);
  const prerelease = SUFFIX.test(tag);
  const released = tags.filter((name) => name.startsWith('v') && readVersion(name) !== null);
  const moving = prerelease ? [] : movingTags(version, released);
  return {
    version,
    minor: minorOf(version),
    prerelease,
    newest: moving.includes('latest'),
    image: `ghcr.io/${image}`,
    images: [version, ...moving].map((name) => `ghcr.io/${image}:${name}`),
    pagesRoot: root,
    notes: sectionBelow(changelog, heading),
  };
}
