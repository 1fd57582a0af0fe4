import { findBreaches } from './compatibility/find-breaches.ts';

// Compares the interfaces that a release must keep compatible with those of the last release, and the migrations with the
// released ones (docs/operations/upgrading.md#the-promise). Each problem begins with its file and line.

const compared = findBreaches(process.cwd());
for (const problem of compared.problems) console.error(problem);
if (compared.problems.length > 0) process.exitCode = 1;
else
  console.log(
    compared.with.length > 0
      ? `Compatible with ${compared.with.join(', ')}.`
      : 'There is no release to be compatible with: no folder in docs/releases, and no tag v*.',
  );
