#!/usr/bin/env node
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import manifest from '../package.json' with { type: 'json' };
import { addBackup } from './command-line/add-backup.ts';
import { addDoctor } from './command-line/add-doctor.ts';
import { buildProgram } from './command-line/build-program.ts';
import { makeOperatorClient } from './command-line/operator-client.ts';
import { readEnvFile } from './read-env-file.ts';

try {
  readEnvFile();
  await addCustomerCommands(
    addBackup(addDoctor(buildProgram(makeOperatorClient).version(manifest.version))),
  ).parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
