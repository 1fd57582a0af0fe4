/** Who may import whom (docs/architecture.md, "Import rules"). */
const INNER = '^(packages|prisma|services|apps|sdks)/';

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
      name: 'runtime-knows-common-only',
      severity: 'error',
      from: { path: '^packages/runtime/src' },
      to: { path: INNER, pathNot: '^packages/(runtime|common)/' },
    },
    {
      name: 'bus-knows-common-and-runtime-only',
      severity: 'error',
      from: { path: '^packages/bus/src' },
      to: { path: INNER, pathNot: '^packages/(bus|runtime|common)/' },
    },
    {
      name: 'providers-know-common-and-runtime-only',
      severity: 'error',
      from: { path: '^packages/providers/src' },
      to: { path: INNER, pathNot: '^packages/(providers|runtime|common)/' },
    },
    {
      name: 'database-knows-common-and-the-schema-only',
      severity: 'error',
      from: { path: '^packages/database/src' },
      to: { path: INNER, pathNot: '^(prisma|packages/(database|runtime|common))/' },
    },
    {
      name: 'messaging-knows-common-and-database-only',
      severity: 'error',
      from: { path: '^packages/messaging/src' },
      to: { path: INNER, pathNot: '^packages/(messaging|database|runtime|common)/' },
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
      to: { path: INNER, pathNot: '^(apps/gateway|packages/(common|runtime|bus))/' },
    },
    {
      name: 'the-pipeline-knows-no-caller',
      comment: 'Callers are adapters of the pipeline; what differs between them is in their files.',
      severity: 'error',
      from: { path: '^apps/gateway/src/pipeline/' },
      to: { path: '^apps/gateway/src/(callers|routes|trpc|console)/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'Customers install it without anything else of Parley.',
      severity: 'error',
      from: { path: '^sdks/typescript/src' },
      to: { path: '^(packages|prisma|services|apps|node_modules)/|^sdks/(?!typescript/src/)' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      from: { path: '^apps/sandbox/src' },
      to: { path: INNER, pathNot: '^(apps/sandbox|packages/(common|runtime))/' },
    },
    {
      name: 'nobody-reaches-into-the-sandbox',
      comment: 'Tests, the demo and benches act through its driver (apps/sandbox/src/driver).',
      severity: 'error',
      from: { pathNot: '^apps/sandbox/' },
      to: { path: '^apps/sandbox/src/', pathNot: '^apps/sandbox/src/(start-sandbox|seed|driver/|certificate/)' },
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
        path: '^(packages|prisma|services|apps|sdks)/',
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
      comment: 'Rules import neither what asks them nor what reads and writes for it, not even types.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/domain/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/((use-cases|storage|adapters)/|[^/]+\\.ts$)' },
    },
    {
      name: 'storage-imports-nothing-upwards',
      comment: 'Statements and the Prisma client, by values of the domain. Not even types of what calls them.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/storage/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/((use-cases|adapters)/|[^/]+\\.ts$)' },
    },
    {
      name: 'adapters-import-nothing-upwards',
      comment: 'They work for use cases and do not know them.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/adapters/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/(use-cases/|[^/]+\\.ts$)' },
    },
    {
      name: 'use-cases-do-not-know-who-calls-them',
      comment: 'They take the service and call storage, adapters and the domain by name.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/use-cases/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/$1/src/[^/]+\\.ts$', pathNot: '^services/$1/src/(service|records)\\.ts$' },
    },
    {
      name: 'a-service-does-not-know-its-verbs',
      comment: 'service.ts builds what verbs need; it calls none.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/service\\.ts$' },
      to: { path: '^services/$1/src/(use-cases/|workers\\.ts$|[^/]+\\.(module|controller)\\.ts$)' },
    },
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^(packages|prisma|services|apps)/[^/]*/?src', pathNot: '\\.test\\.ts$|^packages/testing/' },
      to: { path: '^packages/testing/|\\.test\\.ts$' },
    },
  ],
  options: {
    // The parser knows neither .tsx (apps/console/test/imports.test.ts holds its rules) nor `await using`, which tests use; what tests import is not followed.
    doNotFollow: { path: '(node_modules|/test/)' },
    exclude: { path: '\\.tsx$|(^|/)(dist|generated)/|(^|/)node_modules/(?!(baileys|libsignal)/)' },
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
