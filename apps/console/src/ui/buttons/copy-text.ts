/** Copies a text. False where the browser refuses it: a page without TLS has no clipboard, and people can deny it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
