const RELOADED = 'parley.reloaded';
const ONCE_IN_MS = 60_000;

/** A page that was opened before an update asks for files that are gone: it is loaded anew, once in a minute. */
export function reloadStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    window.location.reload();
  });
}
