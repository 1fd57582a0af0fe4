// Generates the typed client from the schema. Prisma's command line would install 150 more packages for this one call,
// and look for an engine.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { enginesVersion } = require('@prisma/engines-version');
const { getGenerators, loadSchemaContext } = require('@prisma/internals');

const cwd = fileURLToPath(new URL('..', import.meta.url));
const schemaContext = await loadSchemaContext({
  schemaPath: { configProvidedPath: 'schema' },
  cwd,
  printLoadMessage: false,
});
const generators = await getGenerators({
  schemaContext,
  version: enginesVersion,
  skipDownload: true,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
});
for (const generator of generators) {
  await generator.generate();
  generator.stop();
}
