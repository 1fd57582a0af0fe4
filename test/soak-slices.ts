/** A part of the soak tier's counts that takes one to three minutes (docs/tests.md). */
export interface Slice {
  /** Paths in the form of vitest's filters. */
  files: readonly string[];
  /** A regular expression that selects tests by their full title. */
  only?: string;
  /** The share of the counts: the n-th of `of` parts. */
  nth: number;
  of: number;
}

interface SoakFiles {
  files: readonly string[];
  only?: string;
  parts: number;
}

const DEVICES = 'linked devices';
const NOT_DEVICES = '^(?!.*linked devices)';

/** Files of the soak tier, and the number of slices of their counts. */
const SOAK_FILES: readonly SoakFiles[] = [
  { files: ['test/faults/random-kills-cluster.test.ts'], parts: 6 },
  { files: ['test/soak/generated-requests-cluster.test.ts'], parts: 6 },
  { files: ['test/faults/kill-services-cluster.test.ts'], parts: 3 },
  { files: ['test/faults/cluster.test.ts'], only: DEVICES, parts: 1 },
  { files: ['test/faults/cluster.test.ts'], only: NOT_DEVICES, parts: 2 },
  { files: ['test/e2e/cluster.test.ts'], parts: 2 },
  { files: ['test/soak/failover.test.ts'], parts: 1 },
  { files: ['test/soak/nats-cluster.test.ts'], parts: 1 },
  { files: ['test/soak/pooler.test.ts'], parts: 2 },
  { files: ['test/soak/migrations.test.ts'], parts: 10 },
  { files: ['services/send/src/scheduled/scheduled-many.soak.test.ts'], parts: 5 },
  { files: ['test/faults/random-kills-one-machine.test.ts'], parts: 6 },
  { files: ['test/soak/generated-requests-one-machine.test.ts'], parts: 6 },
  { files: ['test/faults/kill-services-one-machine.test.ts'], parts: 3 },
  { files: ['test/faults/one-machine.test.ts'], only: DEVICES, parts: 1 },
  { files: ['test/faults/one-machine.test.ts'], only: NOT_DEVICES, parts: 1 },
  {
    files: [
      'test/faults/backup-drill.test.ts',
      'test/faults/children-on-demand.test.ts',
      'test/faults/kill-gateway.test.ts',
      'test/faults/listen.test.ts',
      'test/faults/writers.test.ts',
      'test/soak/new-data-directory.test.ts',
    ],
    parts: 1,
  },
  { files: ['test/faults/move-in.test.ts'], parts: 10 },
  { files: ['services/webhook-delivery/'], parts: 1 },
  {
    files: [
      'apps/parley/test/',
      'apps/sandbox/test/',
      'services/bots/',
      'services/comments/',
      'services/inbound/',
      'services/inbox/',
      'services/notifications/',
      'services/pairing/',
    ],
    parts: 1,
  },
];

/** Too long for a slice: they build releases, or the image from nothing. Part of the whole soak tier. */
export const UNSLICED: readonly string[] = ['test/soak/upgrade.test.ts', 'test/faults/container.test.ts'];

/** Every slice of the soak tier; together with the unsliced files they make the full counts. */
export const SLICES: readonly Slice[] = SOAK_FILES.flatMap(({ parts, ...what }) =>
  Array.from({ length: parts }, (_, n) => ({ ...what, nth: n + 1, of: parts })),
);

/** The slice in one line, for the output of a run. */
export const describeSlice = ({ files, only, nth, of }: Slice): string =>
  [files.join(' '), only && `-t '${only}'`, of > 1 && `part ${nth}/${of}`].filter(Boolean).join(' ');
