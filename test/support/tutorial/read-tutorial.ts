import { readFile } from 'node:fs/promises';

/** A command of a tutorial, the answer that the page shows, and the line that it shows of a program that runs. */
export interface TutorialStep {
  script: string;
  answer: unknown;
  line: string | null;
}

/** Pages below docs/ whose commands run in order, each after the definitions in the second block of the page. */
export const PLAIN_PAGES = [
  'tutorials/first-message.md',
  'tutorials/answer-comments.md',
  'tutorials/bot-on-your-key.md',
  'how-to/move-from-evolution-api.md',
  'how-to/move-from-twilio.md',
  'how-to/move-from-waha.md',
  'how-to/move-from-chatwoot.md',
  'how-to/move-from-whatomate.md',
  'ar.md',
];

/** Whether a command needs a real key of a language model provider; such a command cannot run in a test. */
export const needsProviderKey = (script: string): boolean => script.includes('parley ai-keys');

const BLOCK = /```sh\n([\s\S]*?)```(?:\s*```json\n([\s\S]*?)```)?(?:\s*```text\n([\s\S]*?)\n```)?/g;

/** The code blocks of a page, a path below docs/, with the ports of the page replaced. */
export async function readTutorial(path: string, ports: Readonly<Record<string, number>>): Promise<TutorialStep[]> {
  const page = await readFile(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
  // In one pass, because a new port can be equal to another port of the page.
  const known = new RegExp(`\\b(?:${Object.keys(ports).join('|')})\\b`, 'g');
  const onPorts = (text: string): string => text.replaceAll(known, (from) => String(ports[from]));
  return [...page.matchAll(BLOCK)].map(([, script = '', answer, line]) => ({
    script: onPorts(script),
    answer: answer === undefined ? null : JSON.parse(answer),
    line: line === undefined ? null : onPorts(line),
  }));
}
