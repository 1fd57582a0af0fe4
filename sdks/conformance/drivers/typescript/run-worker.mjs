// Runs the worker in workerd, which has no standard input: passes each line on by HTTP. Argument: the program of workerd.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , workerd] = process.argv;
const child = spawn(workerd, ['serve', 'workerd.capnp', '--control-fd=3'], {
  cwd: import.meta.dirname,
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
});
child.once('exit', (code) => process.exit(code ?? 0));

/** workerd reports the port that it listens on. */
const { value: report } = await createInterface({ input: child.stdio[3] })[Symbol.asyncIterator]().next();
const address = `http://127.0.0.1:${JSON.parse(report).port}/`;

async function pass(line) {
  const response = await fetch(address, { method: 'POST', body: line });
  console.log(await response.text());
}
for await (const line of createInterface({ input: process.stdin })) pass(line);
child.kill();
