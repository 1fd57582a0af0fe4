// Imported first: an older Node would fail later with a syntax error. This file uses no syntax newer than Node 14.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const oldest = engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Parley needs Node ${oldest.join('.')} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and run \`npm ci\` again.`,
  );
  process.exit(1);
}
