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
      name: 'rules-are-pure',
      comment: 'Rules import rules alone, not even types of what asks them.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/.*\\.rules\\.ts$' },
      to: { path: '^services/$1/src/', pathNot: '\\.rules\\.ts$' },
    },
    {
      name: 'stores-and-clients-import-nothing-upwards',
      comment: 'Statements and calls to others, over values of the rules.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/.*\\.(store|client)\\.ts$' },
      to: { path: '^services/$1/src/', pathNot: '\\.(rules|store|client)\\.ts$' },
    },
    {
      name: 'steps-know-no-door',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/.*\\.steps\\.ts$' },
      to: { path: '^services/$1/src/', pathNot: '\\.(rules|store|client|steps)\\.ts$|/src/(service|records)\\.ts$' },
    },
    {
      name: 'doors-know-no-door-of-another-subject',
      comment: 'Another subject is used by its rules, stores, clients or steps.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/[^/.]+\\.ts$' },
      to: {
        path: '^services/$1/src/([^/]+/[^/.]+|[^/]+)\\.ts$',
        pathNot: '^services/$1/src/($2/[^/]+|service|records)\\.ts$',
      },
    },
    {
      name: 'a-service-does-not-know-its-doors',
      comment: 'service.ts builds what verbs need; it calls none.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/service\\.ts$' },
      to: { path: '^services/$1/src/([^/]+/[^/.]+|workers|[^/]+\\.module)\\.ts$' },
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
    exclude: {
      path: '\\.tsx$|^services/[^/]+/src/[^/]+/.*\\.test\\.ts$|(^|/)(dist|generated)/|(^|/)node_modules/(?!(baileys|libsignal)/)',
    },
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
