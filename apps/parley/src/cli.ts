#!/usr/bin/env node
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import { printProblem } from '@parley/cli/print-rows';
import manifest from '../package.json' with { type: 'json' };
import { addBackup } from './command-line/add-backup.ts';
import { addDoctor } from './command-line/add-doctor.ts';
import { addMoveIn } from './command-line/add-move-in.ts';
import { buildProgram } from './command-line/build-program.ts';
import { makeOperatorClient } from './command-line/operator-client.ts';
import { readEnvFile } from './read-env-file.ts';

try {
  readEnvFile();
  await addCustomerCommands(
    addMoveIn(addBackup(addDoctor(buildProgram(makeOperatorClient).version(manifest.version))), makeOperatorClient),
  ).parseAsync();
} catch (error) {
  printProblem(error);
  process.exitCode = 1;
}
