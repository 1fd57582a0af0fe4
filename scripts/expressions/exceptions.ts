/** The bound of the text that an expression reads. */
interface Exception {
  maxCharacters: number;
  reason: string;
}

const PATHS: Exception = {
  maxCharacters: 4096,
  reason: 'It reads paths of this repository when the console is built.',
};
const PAGES: Exception = {
  maxCharacters: 500_000,
  reason: 'It reads pages of this repository when the site is built.',
};

/**
 * Expressions that are not linear, each with the bound of its text where it is used. A text that a stranger or a tenant
 * writes may have at most 500 characters here.
 */
export const EXCEPTIONS: ReadonlyMap<string, Exception> = new Map([
  [
    String.raw`/apps\/console\/src\/((ui|i18n|shell|api)\/(?!(alerts|comments|mentions|webhook|weekly-hours)\/)([a-z]+\/)?(?!opened-|copy-|list-s|menu-popup|detail-panel|disclosure|json-tree|act-as-tenant|day-lines|facts|figure|search-field|searched-list|secret-dialog|phone-frame|provider-names|change-dialog|sort-button|spark-line|time-zone-field|use-own-accounts|use-save)[^/]+$|live\/)|packages\/common\/(?!src\/events\/event-types)|lucide-react/`,
    PATHS,
  ],
  [
    String.raw`/node_modules\/(react|react-dom|scheduler|@tanstack\/[a-z-]*(router|history|query|store)[a-z-]*|@trpc|@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|utils|merge-props|floating-ui-react|tooltip\/(trigger|store)))\//`,
    PATHS,
  ],
  [String.raw`/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g`, PAGES],
  [String.raw`/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g`, PAGES],
]);
