import parser from '@typescript-eslint/parser';
import n8n from 'eslint-plugin-n8n-nodes-base';

const ofFiles = (files, config, changes = {}) => ({
  files,
  languageOptions: { parser, sourceType: 'module', parserOptions: { extraFileExtensions: ['.json'] } },
  plugins: { 'n8n-nodes-base': n8n },
  rules: { ...n8n.configs[config].rules, ...changes },
});

export default [
  ofFiles(['package.json'], 'community', {
    // Parley's packages have the Apache licence.
    'n8n-nodes-base/community-package-json-license-not-default': 'off',
  }),
  ofFiles(['credentials/**/*.ts'], 'credentials', {
    // For nodes of n8n itself, whose documentation has pages of these names.
    'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
  }),
  ofFiles(['nodes/**/*.ts'], 'nodes'),
];
