import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { brandYaml, command, project, runShared } from '../support/project.ts'

const house = () =>
  project({
    'brands/acme/brand.yaml': brandYaml(),
    'brands/apex/brand.yaml': brandYaml({ siteUrl: 'https://www.apex.example' }),
    'brands/_base/brand.yaml': '{}\n',
  })

test.each([
  [[''], ['build', 'check', 'init', 'new']],
  [
    ['build', ''],
    ['acme', 'apex'],
  ],
  [
    ['build', '--'],
    ['--all', '--strict', '--out'],
  ],
  [
    ['new', ''],
    ['brand', 'article'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['verify', 'https://www.acme.example', '--brand', ''],
    ['acme', 'apex'],
  ],
  [
    ['explain', 'a'],
    ['acme', 'apex'],
  ],
])('%j', async (words, wanted) => {
  const { stdout, code } = await runShared(['complete', '--', ...words], { cwd: house() })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(wanted))
  expect(stdout).not.toContain('_base')
  expect(stdout.split('\n')).not.toContain('complete')
})

test('outside a project there are no brands, and no message', async () => {
  const run = await runShared(['complete', '--', 'build', ''], { cwd: '/' })
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

/** For each shell, a script that defines both commands and prints the completions of the last word in a line. */
const offers = {
  bash: `
    imprint() { "$NODE" "$IMPRINT" "$@"; }
    npx() { shift 2; "$@"; }
    source <(imprint completion bash)
    COMP_WORDS=($LINE); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _imprint
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Its completion runs only while a line is edited, so it gets its own terminal, whose screen shows the completed line.
  zsh: `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'imprint() { "$NODE" "$IMPRINT" "$@"; }; npx() { shift 2; "$@"; }; autoload -Uz compinit; compinit -u -D; PS1=; source <(imprint completion zsh); echo rea""dy'
    zpty -r shell said '*ready*'
    zpty -w -n shell "$LINE"$'\\t'
    zpty -r shell said '*apex*' && echo apex`,
  fish: `
    function imprint; $NODE $IMPRINT $argv; end
    function npx; $argv[3..]; end
    imprint completion fish | source
    complete -C $LINE`,
} as const

const has = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0
for (const [shell, script] of Object.entries(offers)) {
  const inShell = test.skipIf(!has(shell))
  inShell.each(['imprint build ap', 'npx imprint build ap'])(
    `${shell} completes a brand in "%s" (skipped where there is no ${shell})`,
    line => {
      const options = {
        cwd: house(),
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, TERM: 'xterm', NODE: process.execPath, IMPRINT: command, LINE: line },
      } as const
      const { stdout, stderr } = spawnSync(shell, ['-c', script], options)
      expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: 'apex', stderr: '' })
    },
  )
}
