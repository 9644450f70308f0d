import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkChangeNotes, readNote } from './change-notes.ts'
import { ROOT } from './sources.ts'

const note = (kind: string, body: string) => ({
  path: 'changes/unreleased/search.yaml',
  text: `kind: ${kind}\nbody: ${body}\ntime: 2026-11-24T06:35:46+00:00\n`,
})
const problems = (kind: string, body: string) => checkChangeNotes([note(kind, body)], '')

describe('change notes', () => {
  it.each([
    ['Added', 'Added a search.'],
    ['Changed', 'Improved the search.'],
    ['Removed', 'Removed the search.'],
    ['Fixed', "'Fixed a bug: ''it'' hid the search.'"],
  ])('take one of kind %s that starts with the outcome', (kind, body) => {
    expect(problems(kind, body)).toEqual([])
  })

  it.each([
    ['of an unknown kind', 'Security', 'Added a search.', 'is of kind Security'],
    ['of another kind', 'Fixed', 'Added a search.', 'starts with none of Fixed'],
    ['that starts with something else', 'Changed', 'The search is quicker.', 'starts with none of Changed, Improved, Reduced'],
    ['without a full stop', 'Added', 'Added a search', 'does not end with a full stop'],
    ['of several lines', 'Added', '', 'has no kind or no body'],
    ['whose colon is in no quotes', 'Fixed', 'Fixed a bug: it hid the search.', 'in quotes where it holds a colon'],
    ['that is too long', 'Added', `Added ${'a '.repeat(120)}search.`, 'at most 240'],
  ])('refuse one %s', (_, kind, body, problem) => {
    expect(problems(kind, body)).toEqual([expect.stringContaining(problem)])
  })

  it('read plain bodies and both kinds of quotes', () => {
    expect(['Added a.', "'Added ''a''.'", '"Added \\"a\\"."'].map((body) => readNote(note('Added', body).text)?.body)).toEqual([
      'Added a.',
      "Added 'a'.",
      'Added "a".',
    ])
  })

  it('refuse a file that changie would overlook', () => {
    const paths = ['changes/search.md', 'changes/0.1.0/search.yaml', 'changes/unreleased/search.md']
    const files = [...paths, 'changes/header.md', 'changes/unreleased/.gitkeep'].map((path) => ({ path, text: '' }))
    expect(checkChangeNotes(files, '')).toEqual(paths.map((path) => expect.stringContaining(`${path} is no change note`)))
  })

  it('refuse the page of a version that CHANGELOG.md lacks', () => {
    const page = { path: 'changes/0.1.0.md', text: '## 0.1.0 - 2026-11-25\n\n### Added\n\n- Added a search.\n' }
    expect(checkChangeNotes([page], `# Changelog\n\n${page.text}`)).toEqual([])
    expect(checkChangeNotes([page], '# Changelog\n')).toEqual([expect.stringContaining('lacks changes/0.1.0.md')])
  })

  it('have the kinds of .changie.yaml', () => {
    const kinds = [...readFileSync(`${ROOT}.changie.yaml`, 'utf8').matchAll(/- label: (\w+)/g)].map(([, kind = '']) => kind)
    expect(kinds.flatMap((kind) => problems(kind, `${kind} a search.`))).toEqual([])
  })
})
