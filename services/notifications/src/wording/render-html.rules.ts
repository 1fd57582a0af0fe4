import { directionOf } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import type { Message, MessageLink } from './render-message.rules.ts';

/** Breaks a name without spaces that is wider than a phone. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Tahoma,Arial,sans-serif";

const button = ({ label, url }: MessageLink): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="background:#0b6b53;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">${escapeHtml(label)}</a></p>`;

const small = ({ label, url }: MessageLink): string =>
  `<a href="${escapeHtml(url)}" style="color:#5b6670;display:block;margin:4px 0">${escapeHtml(label)}</a>`;

/** The HTML of every message: in the direction of its language, no external resources, every value escaped. */
export function renderHtml({ language, heading, greeting, about, lines, action, notice, footer }: Message): string {
  const direction = directionOf(language);
  const paragraph = (text: string): string => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;background:#f3f5f6;color:#1d252b;line-height:1.6;${FONT}">
<div dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px;${WRAP}">
<div style="background:#ffffff;border-radius:10px;padding:24px">
<h1 style="font-size:20px;line-height:1.35;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraph(greeting)}
${paragraph(about)}
${lines.length === 0 ? '' : `<ul style="margin:0 0 12px;padding-inline-start:20px">${lines.map((line) => `<li style="margin:0 0 8px">${escapeHtml(line)}</li>`).join('')}</ul>`}
${action ? button(action) : ''}
${notice === null ? '' : paragraph(notice)}
</div>
<div style="font-size:13px;padding:16px 24px">${footer.map(small).join('')}</div>
</div>
</body>
</html>
`;
}
