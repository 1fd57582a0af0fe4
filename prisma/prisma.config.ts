import { defineConfig } from 'prisma/config';

// The CLI is used for `generate` alone; migrations run through src/migrate.ts (docs/adr/0002).
export default defineConfig({ schema: 'schema' });
