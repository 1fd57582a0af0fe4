/**
 * Suites that read or start files which their imports do not lead to: builds that they spawn, documents, recorded
 * payloads, the sources of whole folders. `vitest --changed` follows only imports, so a change to such a file names its
 * suites here.
 */
const UNSEEN: readonly { changed: RegExp; suites: readonly string[] }[] = [
  { changed: /^docs\/|^deploy\/|(^|\/)README\.md$|^packages\/(?:common|runtime)\/src\//, suites: ['scripts/'] },
  { changed: /^docs\/operations\//, suites: ['apps/docs/test/make-llms', 'test/e2e/operations-commands'] },
  { changed: /^docs\/openapi/, suites: ['sdks/typescript/test/document-types'] },
  {
    changed: /^(apps|services|packages)\/[^/]+\/src\//,
    suites: ['scripts/log-events-are-written', 'scripts/trips-match-code', 'scripts/expressions/'],
  },
  { changed: /^prisma\/|\/src\/storage\/|\.store\.ts$/, suites: ['test/statements/'] },
  {
    changed: /^(Dockerfile|\.dockerignore)$|^bin\/|^scripts\/image\//,
    suites: ['test/faults/container', 'test/e2e/compose'],
  },
  { changed: /^prisma\/schema\//, suites: ['scripts/compatibility/'] },
  {
    changed: /(^|\/)package(-lock)?\.json$|^docker-compose|^CHANGELOG\.md$|^sdks\/[^/]+\/[^/]+$/,
    suites: ['scripts/release'],
  },
  {
    changed: /^packages\/providers\/(fixtures|test\/expected)\//,
    suites: [
      'packages/providers/',
      'services/comments/test/recorded-comments',
      'services/inbound/test/fixtures',
      'apps/sandbox/test/',
    ],
  },
  { changed: /^services\/pairing\/fixtures\//, suites: ['services/pairing/test/recorded-events'] },
  { changed: /^apps\/sandbox\//, suites: ['apps/sandbox/test/'] },
  { changed: /^apps\/console\//, suites: ['apps/console/test/'] },
  { changed: /^packages\/common\/src\/contracts\//, suites: ['packages/common/src/casing/'] },
  { changed: /^apps\/parley\/|^scripts\/require-node\.mjs$/, suites: ['apps/parley/test/'] },
];

/** Vitest filters for the suites that a change concerns and imports do not show. */
export const unseenSuites = (changed: readonly string[]): string[] => [
  ...new Set(UNSEEN.filter((row) => changed.some((path) => row.changed.test(path))).flatMap((row) => row.suites)),
];
