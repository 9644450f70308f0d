import { accessSync, constants, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT } from './sources.ts'

const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const { engines } = JSON.parse(read('package.json'))

describe('the CI workflow', () => {
  const workflow = read('.github/workflows/ci.yml')

  it('runs .ci/run on every push and pull request', () => {
    expect(workflow).toMatch(/^on:\n {2}push:\n {2}pull_request:\n/m)
    expect(workflow).toMatch(/^ {6}- run: \.ci\/run$/m)
    expect(() => accessSync(`${ROOT}.ci/run`, constants.X_OK)).not.toThrow()
  })

  it('may read the repository only, and ends after 45 minutes', () => {
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m)
    expect(workflow).toMatch(/^ {4}timeout-minutes: 45$/m)
  })

  it('pins each action to a commit', () => {
    const uses = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action)
    expect(uses).toHaveLength(2)
    for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('has the syntax of plain YAML: two spaces a level, and a key or a list entry on each line', () => {
    for (const line of workflow.split('\n').filter((each) => each !== '')) expect(line).toMatch(/^( {2})*(- )?[\w-]+:( \S.*)?$/)
  })
})

describe('.nvmrc', () => {
  it('names the oldest Node that package.json supports', () => {
    expect(engines.node).toBe(`>=${read('.nvmrc').trim()}`)
  })
})

describe('.editorconfig', () => {
  it('has the indentation and line width of biome.json', () => {
    const { formatter } = JSON.parse(read('biome.json'))
    const rules = read('.editorconfig').split('\n')
    expect(rules).toContain(`indent_style = ${formatter.indentStyle}`)
    expect(rules).toContain(`indent_size = ${formatter.indentWidth}`)
    expect(rules).toContain(`max_line_length = ${formatter.lineWidth}`)
  })
})
