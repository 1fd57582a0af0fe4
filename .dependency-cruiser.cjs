/** Who may import whom (docs/architecture.md, "Import rules"). */
const INNER = '^(packages|prisma|services|apps)/';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: { pathNot: 'generated' }, to: { circular: true } },
    {
      name: 'common-stands-alone',
      severity: 'error',
      from: { path: '^packages/common/src' },
      to: { path: INNER, pathNot: '^packages/common/' },
    },
    {
      name: 'bus-knows-common-only',
      severity: 'error',
      from: { path: '^packages/bus/src' },
      to: { path: INNER, pathNot: '^packages/(bus|common)/' },
    },
    {
      name: 'providers-know-common-only',
      severity: 'error',
      from: { path: '^packages/providers/src' },
      to: { path: INNER, pathNot: '^packages/(providers|common)/' },
    },
    {
      name: 'database-knows-common-and-the-schema-only',
      severity: 'error',
      from: { path: '^packages/database/src' },
      to: { path: INNER, pathNot: '^(prisma|packages/(database|common))/' },
    },
    {
      name: 'messaging-knows-common-and-database-only',
      severity: 'error',
      from: { path: '^packages/messaging/src' },
      to: { path: INNER, pathNot: '^packages/(messaging|database|common)/' },
    },
    {
      name: 'embedded-postgres-stands-alone',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/src' },
      to: { path: INNER, pathNot: '^packages/embedded-postgres/' },
    },
    {
      name: 'gateway-has-no-database-and-no-provider',
      severity: 'error',
      from: { path: '^apps/gateway/src', pathNot: '\\.test\\.ts$' },
      to: { path: INNER, pathNot: '^(apps/gateway|packages/(common|bus))/' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      from: { path: '^apps/sandbox/src' },
      to: { path: INNER, pathNot: '^(apps/sandbox|packages/common)/' },
    },
    {
      name: 'no-service-from-a-service',
      severity: 'error',
      from: { path: '^services/([^/]+)/src' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-import-no-app',
      severity: 'error',
      from: { path: '^services/[^/]+/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages/testing)/' },
    },
    {
      name: 'gpl-stays-behind-its-wall',
      comment: 'apps/sandbox, apps/parley and services/pairing are GPL-3.0-or-later; everything else is Apache-2.0.',
      severity: 'error',
      from: {
        path: '^(packages|prisma|services|apps)/',
        pathNot: '^(apps/(sandbox|parley)|services/pairing)/|/test/|\\.test\\.ts$',
      },
      to: { path: '^(apps/(sandbox|parley)|services/pairing)/' },
    },
    {
      name: 'gpl-libraries-stay-behind-the-wall',
      comment: 'libsignal, under the linked-device client, is GPL-3.0 (ADR 4).',
      severity: 'error',
      from: {
        path: '^(packages|prisma|services|apps|bench|scripts)/',
        pathNot: '^(apps/(sandbox|parley)|services/pairing)/',
      },
      to: { path: '(^|node_modules/)(baileys|libsignal)(/|$)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/(use-cases|storage|[^/]+\\.(controller|module)\\.ts)' },
    },
    {
      name: 'use-cases-do-not-know-storage',
      comment:
        'A use case declares the type that its store implements; type-only imports of domain and common are fine.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/use-cases/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/([^/]+\\.(controller|module)\\.ts|main\\.ts)' },
    },
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^(packages|prisma|services|apps)/[^/]*/?src', pathNot: '\\.test\\.ts$|^packages/testing/' },
      to: { path: '^packages/testing/|\\.test\\.ts$' },
    },
  ],
  options: {
    // The parser does not know `await using`, which tests use; what tests import is not followed.
    doNotFollow: { path: '(node_modules|/test/)' },
    exclude: { path: '(^|/)(dist|generated)/|(^|/)node_modules/(?!(baileys|libsignal)/)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
};
