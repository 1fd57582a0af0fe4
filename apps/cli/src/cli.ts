#!/usr/bin/env node
import { Command } from 'commander';
import { addCustomerCommands } from './add-customer-commands.ts';

try {
  await addCustomerCommands(
    new Command('parley').description('Send messages and receive events of a Parley account'),
  ).parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
