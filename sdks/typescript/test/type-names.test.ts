import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

test('an editor shows the name of a request and of an answer, not their members', () => {
  const entry = fileURLToPath(new URL('../src/api/resources.ts', import.meta.url));
  const program = ts.createProgram([entry], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
  });
  const source = program.getSourceFile(entry);
  if (!source) throw new Error('There is no program.');
  const checker = program.getTypeChecker();
  const shown: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'send') {
      const [signature] = checker.getTypeAtLocation(node.name).getCallSignatures();
      const [input] = signature?.parameters ?? [];
      if (signature && input) shown.push(checker.typeToString(checker.getTypeOfSymbol(input)));
      if (signature) shown.push(checker.typeToString(signature.getReturnType()));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  expect(shown).toEqual(['SendRequest', 'Promise<SendAnswer>']);
});
