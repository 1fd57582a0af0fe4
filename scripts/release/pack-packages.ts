import { NPM_PACKAGES, type NpmFolder, packNpm } from './pack-npm.ts';
import { packPhp } from './pack-php.ts';
import { packPython } from './pack-python.ts';
import { readPackageNames } from './package-names.ts';

// node --import tsx scripts/release/pack-packages.ts OUT: every package of a release, under the names of the job. Go needs
// no archive: publish-go.ts tags its sources. The packages must be built.

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('Name the folder: scripts/release/pack-packages.ts OUT');
const names = readPackageNames(process.env);
const root = process.cwd();
// safe: the keys of a constant
for (const folder of Object.keys(NPM_PACKAGES) as NpmFolder[]) console.log(packNpm(root, out, folder, names));
for (const archive of await packPython(root, out, names)) console.log(archive);
console.log((await packPhp(root, out, names)).archive);
