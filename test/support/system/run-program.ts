import { spawn } from 'node:child_process';

/** Runs a built program to its end; returns its exit code and all its output. */
export const runProgram = (
  program: string,
  variables: Record<string, string>,
): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program], { env: { ...process.env, ...variables }, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('close', (status) => resolve({ status, output }));
  });
