import { expect, test } from 'vitest';
import { walkConsole } from '../support/console/console-walk.ts';

// The fonts of the console: a file for each script and weight, loaded with the first text that needs it.
const walk = walkConsole();

test('from the sign-in to the home page, English loads no font file of another script', async () => {
  const { page } = walk.visit;
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') files.push(new URL(request.url()).pathname);
  });
  await walk.signIn();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.evaluate('document.fonts.ready.then(() => null)');
  expect(files.filter((file) => file.includes('-latin-'))).not.toEqual([]);
  expect(files.filter((file) => !file.includes('-latin-'))).toEqual([]);
});
