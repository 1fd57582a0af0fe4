import { readFile } from 'node:fs/promises';

/** A command of a tutorial, the answer that the page shows, and the line that it shows of a program that runs. */
export interface TutorialStep {
  script: string;
  answer: unknown;
  line: string | null;
}

const BLOCK = /```sh\n([\s\S]*?)```(?:\s*```json\n([\s\S]*?)```)?(?:\s*```text\n([\s\S]*?)\n```)?/g;

/** The code blocks of a page in docs/tutorials, with the ports of the page replaced. */
export async function readTutorial(name: string, ports: Readonly<Record<string, number>>): Promise<TutorialStep[]> {
  const page = await readFile(new URL(`../../docs/tutorials/${name}`, import.meta.url), 'utf8');
  // In one pass: a port may contain the digits of another one.
  const known = new RegExp(`\\b(?:${Object.keys(ports).join('|')})\\b`, 'g');
  const onPorts = (text: string): string => text.replaceAll(known, (from) => String(ports[from]));
  return [...page.matchAll(BLOCK)].map(([, script = '', answer, line]) => ({
    script: onPorts(script),
    answer: answer === undefined ? null : JSON.parse(answer),
    line: line === undefined ? null : onPorts(line),
  }));
}
