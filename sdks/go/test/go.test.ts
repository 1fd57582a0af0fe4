import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../../conformance/support/language.ts';
import { ensureGo } from '../../conformance/support/programs.ts';
import { recordCalls, recordedExample } from '../../conformance/support/record-calls.ts';
import { readSampleSource } from '../../generate/read-samples.ts';
import { goSample } from '../generate/sample.ts';

const SDK = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOWORK: 'off' };

/** A program that runs samples; each of them must end with an error of the API. */
const programOf = (samples: readonly string[]): string => `package main

import (
	"context"
	"fmt"
	"os"

	parley "parley.example/sdk"
)
${samples.map((sample, at) => `\nfunc sample${at}(ctx context.Context) error {\n${sample}return nil\n}\n`).join('')}
func main() {
	samples := []func(context.Context) error{${samples.map((_, at) => `sample${at}`).join(', ')}}
	for at, sample := range samples {
		if err := sample(context.Background()); !parley.IsCode(err, parley.CodeRateLimited) {
			panic(fmt.Sprint(at, err))
		}
	}
}
`;

test('the tests of the module pass', { timeout: 240_000 }, async () => {
  const go = await ensureGo();
  await run(go, ['vet', './...'], { cwd: SDK, env });
  const { stdout } = await run(go, ['test', './...'], { cwd: SDK, env });
  expect(stdout).toContain('ok  ');
});

test('every file is formatted, generated ones too', async () => {
  await ensureGo();
  expect((await run('gofmt', ['-l', SDK, join(SDK, '../conformance/drivers/go')])).stdout).toBe('');
});

test('a sample of every action calls it with the example of the document', { timeout: 240_000 }, async () => {
  const go = await ensureGo();
  const { methods } = readSampleSource();
  const folder = await mkdtemp(join(tmpdir(), 'parley-go-samples-'));
  try {
    const samples = methods.map(({ action, example }) => goSample(action, example));
    await writeFile(join(folder, 'main.go'), programOf(samples));
    const requires = `require parley.example/sdk v1.0.0\nreplace parley.example/sdk => ${SDK}\n`;
    await writeFile(join(folder, 'go.mod'), `module samples\ngo 1.19\n${requires}`);
    await run(go, ['build', '-o', 'samples', '.'], { cwd: folder, env });
    const calls = await recordCalls((url) =>
      run(join(folder, 'samples'), [], { env: { ...env, PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' } }),
    );
    expect(calls).toEqual(methods.map(recordedExample));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a sample has the idioms of the language', () => {
  const input = {
    channel: 'wa',
    to: '+16505551234',
    template: { name: 'order_update', variables: ['1042'] },
    preview: false,
  };
  expect(goSample('send', input)).toBe(
    `client := parley.NewClient(os.Getenv("PARLEY_BASE_URL"), os.Getenv("PARLEY_API_KEY"))
answer, err := client.Messages.Send(ctx, parley.SendRequest{Channel: "wa", To: "+16505551234", Template: &parley.TemplateRequest{Name: "order_update", Variables: []string{"1042"}}, Preview: parley.Ptr(false)})
if err != nil {
	return err
}
fmt.Println(answer)
`,
  );
});
