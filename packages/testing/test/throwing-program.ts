import { MIGRATIONS_DIRECTORY } from '@parley/database/migrations/migration-files';

// Prints the files that a module finds relative to itself, and ends with an uncaught error.
interface Lines {
  readonly count: number;
}
console.log(MIGRATIONS_DIRECTORY);

function failBelow(lines: Lines): void {
  if (lines.count > 0) throw new Error('a failure in a bundle');
}
failBelow({ count: 1 });
