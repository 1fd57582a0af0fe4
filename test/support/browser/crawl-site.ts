import type { Page } from 'playwright-core';

/** The parser of a browser; only the page's own code has it. */
declare const DOMParser: new () => {
  parseFromString(
    text: string,
    type: 'text/html',
  ): { querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string | null }> };
};

/** A page of the site as the gateway serves it. */
export interface CrawledPage {
  /** Addresses that it links to or loads, absolute, with their fragments. */
  links: readonly string[];
  ids: ReadonlySet<string>;
}

/** Reads a page's links and ids with the parser of a browser, so that code samples are not taken for links. */
export const readPage = async (parser: Page, address: string, html: string): Promise<CrawledPage> => {
  const { links, ids } = await parser.evaluate(
    ([url, text]) => {
      const parsed = new DOMParser().parseFromString(text, 'text/html');
      const valuesOf = (attribute: string) =>
        [...parsed.querySelectorAll(`[${attribute}]`)].map((each) => each.getAttribute(attribute) ?? '');
      const addresses = [...valuesOf('href'), ...valuesOf('src')].map((value) => new URL(value, url).href);
      return { links: [...new Set(addresses)], ids: valuesOf('id') };
    },
    [address, html] as const,
  );
  return { links, ids: new Set(ids) };
};

const WITH_TARGET = /\]\(([^()\s]+)\)/g;

/** Absolute addresses of the links of a Markdown file; links in its code blocks are none. */
export const readMarkdownLinks = (address: string, text: string): readonly string[] =>
  [...text.replaceAll(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)|`[^`\n]*`(?!\])/gm, '').matchAll(WITH_TARGET)].map(
    ([, target = '']) => new URL(target, address).href,
  );
