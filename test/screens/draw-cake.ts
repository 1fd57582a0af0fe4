import type { Browser } from 'playwright-core';
import { openWindow } from '../support/browser/browser.ts';

/** A cake on a table: what a customer would photograph. */
const CAKE = `<body style="margin:0"><svg width="640" height="480" viewBox="0 0 640 480" xmlns="http://www.w3.org/2000/svg">
  <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f6e7dc"/><stop offset="1" stop-color="#eccfc0"/></linearGradient></defs>
  <rect width="640" height="480" fill="url(#wall)"/><rect y="370" width="640" height="110" fill="#b98a6a"/>
  <ellipse cx="320" cy="392" rx="210" ry="26" fill="#f7f4f2"/>
  <rect x="160" y="270" width="320" height="116" rx="18" fill="#fff6f4"/><path d="M160 300q40 40 80 0t80 0 80 0 80 0v-14q0-16-18-16H178q-18 0-18 16z" fill="#e58fa3"/>
  <rect x="220" y="170" width="200" height="106" rx="16" fill="#fffaf8"/><path d="M220 198q25 32 50 0t50 0 50 0 50 0v-12q0-16-16-16H236q-16 0-16 16z" fill="#d9637d"/>
  <g fill="#c02345"><circle cx="262" cy="160" r="13"/><circle cx="300" cy="152" r="13"/><circle cx="340" cy="152" r="13"/><circle cx="378" cy="160" r="13"/></g>
  <g fill="#5d8a55"><path d="M256 150q6-16 16-12-2 12-16 12zM334 142q6-16 16-12-2 12-16 12z"/></g>
</svg></body>`;

/** Draws the photo that a customer sends. */
export async function drawCake(browser: Browser): Promise<Buffer> {
  const { page, context } = await openWindow(browser);
  await page.setViewportSize({ width: 640, height: 480 });
  await page.setContent(CAKE);
  const photo = await page.screenshot();
  await context.close();
  return photo;
}
