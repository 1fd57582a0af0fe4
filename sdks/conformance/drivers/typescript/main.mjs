// The program of Node, Bun and Deno.

import process from 'node:process';
import { createInterface } from 'node:readline';
import { answerLine } from './operations.mjs';

for await (const line of createInterface({ input: process.stdin })) answerLine(line).then(console.log);
