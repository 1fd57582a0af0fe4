/** Names under which a release publishes; each has a repository variable (docs/operations/upgrading.md#names). */
export interface PackageNames {
  /** Such as `@parley`. */
  npmScope: string;
  pypiProject: string;
  /** Such as `parley/sdk`. */
  packagistName: string;
  /** The address of the repository, which npm compares with the job that publishes; null outside a workflow. */
  repositoryUrl: string | null;
}

const FORMS = {
  NPM_SCOPE: /^@[a-z\d][a-z\d._-]*$/,
  PYPI_PROJECT: /^[a-z\d][a-z\d-]*$/,
  PACKAGIST_NAME: /^[a-z\d][a-z\d-]*\/[a-z\d][a-z\d-]*$/,
} as const;

/** The names of a job. A variable that is not set leaves the name of the tree. */
export function readPackageNames(environment: Readonly<Record<string, string | undefined>>): PackageNames {
  const read = (name: keyof typeof FORMS, inTree: string): string => {
    const given = environment[name] || inTree;
    if (!FORMS[name].test(given)) throw new Error(`PARLEY_${name} is ${given}: use a name such as ${inTree}.`);
    return given;
  };
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  return {
    npmScope: read('NPM_SCOPE', '@parley'),
    pypiProject: read('PYPI_PROJECT', 'parley-sdk'),
    packagistName: read('PACKAGIST_NAME', 'parley/sdk'),
    repositoryUrl: server && repository ? `${server}/${repository}` : null,
  };
}
