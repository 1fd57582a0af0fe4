import { statSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkPage } from './link-page.ts';
import { makeSidebar, type TitledPage } from './make-sidebar.ts';
import { PAGE_SUMMARIES } from './page-summaries.ts';
import { findPages } from './site-pages.ts';

/** A page of the site: its Markdown with the links of the site. */
export interface SitePage extends TitledPage {
  text: string;
}

const titleOf = (text: string, place: string): string => (/^# (.+)$/m.exec(text)?.[1] ?? place).replaceAll('`', '');

/** The description of a page, for the `<meta>` of its head. */
const headOf = (place: string): string => `---\ndescription: ${JSON.stringify(PAGE_SUMMARIES[place] ?? '')}\n---\n\n`;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/**
 * Copies the pages of the repository into `folder`, as VitePress builds them, with the files that they link to, and
 * `sidebar.json`. The repository keeps links that work on a forge.
 */
export async function stagePages(root: string, folder: string, base: string): Promise<readonly SitePage[]> {
  const pages = findPages(root);
  const isFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  await rm(folder, { recursive: true, force: true });
  const files = new Set<string>();
  const staged: SitePage[] = [];
  for (const [path, place] of pages) {
    const page = linkPage(path, await readFile(join(root, path), 'utf8'), { pages, isFile, base });
    for (const file of page.files) files.add(file);
    await write(join(folder, `${place}.md`), headOf(place) + page.text);
    staged.push({ place, title: titleOf(page.text, place), text: page.text });
  }
  for (const file of files) await cp(join(root, file), join(folder, 'public/files', file));
  await write(join(folder, 'sidebar.json'), JSON.stringify(makeSidebar(staged)));
  return staged;
}
