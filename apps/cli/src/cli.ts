#!/usr/bin/env node
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCustomerCommands } from './add-customer-commands.ts';
import { printProblem } from './print-rows.ts';

try {
  const program = new Command('parley').description('Send messages and receive events of a Parley account');
  await addCustomerCommands(program.version(manifest.version)).parseAsync();
} catch (error) {
  printProblem(error);
  process.exitCode = 1;
}
