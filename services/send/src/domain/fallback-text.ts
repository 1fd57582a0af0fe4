import { mapAddressOf } from '@parley/common/map-address';
import type { ContactCard, ListContent, LocationContent, RichContent } from '@parley/common/message-content';

const numbered = (lines: readonly string[]): string[] => lines.map((line, at) => `${at + 1}. ${line}`);

/** Rows are numbered across sections, so that a number names one row. */
function listLines({ sections }: ListContent): string[] {
  let at = 0;
  return sections.flatMap(({ title, rows }) => [
    ...(title === undefined ? [] : [title]),
    ...rows.map(({ title: row, description }) => {
      at += 1;
      return `${at}. ${row}${description === undefined ? '' : `: ${description}`}`;
    }),
  ]);
}

const locationLines = (location: LocationContent): string[] =>
  [location.name, location.address, mapAddressOf(location)].filter((line) => line !== undefined);

const contactLines = ({ name, organization, phones = [], emails = [] }: ContactCard): string[] => [
  organization === undefined ? name : `${name}, ${organization}`,
  ...phones,
  ...emails,
];

function linesOf({ buttons, list, location, contacts }: RichContent): string[] {
  if (buttons) return numbered(buttons.map(({ title, url }) => (url === undefined ? title : `${title}: ${url}`)));
  if (list) return listLines(list);
  if (location) return locationLines(location);
  return (contacts ?? []).map((card) => contactLines(card).join('\n'));
}

/** The content as lines of text below the message (docs/reference/sends.md#fallback). */
export const toLines = (message: string, content: RichContent): string =>
  [...(message === '' ? [] : [message, '']), ...linesOf(content)].join('\n');
