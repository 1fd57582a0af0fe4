import { rolldown } from 'rolldown';

/** The minified code of what a program imports. */
export async function bundle(code: string): Promise<string> {
  const entry = 'entry.ts';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  const { output } = await build.generate({ minify: true });
  return output[0].code;
}
