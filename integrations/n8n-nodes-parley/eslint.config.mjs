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
    // Each Parley serves its own documentation, so that no address is right for everyone.
    'n8n-nodes-base/cred-class-field-documentation-url-missing': 'off',
  }),
  ofFiles(['nodes/**/*.ts'], 'nodes', {
    // It would write names such as WhatsApp and QR in small letters.
    'n8n-nodes-base/node-param-operation-option-action-miscased': 'off',
  }),
];
