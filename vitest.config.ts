import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Workspace packages resolve to their sources, so a test never runs against a stale build.
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{packages,services,apps}/*/{src,test}/**/*.test.ts', 'prisma/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
});
