import type { Source } from './sources.ts'

/** By the kinds of .changie.yaml: the words with which a note may start. */
const FIRST_WORDS: Readonly<Record<string, readonly string[]>> = {
  Added: ['Added'],
  Changed: ['Changed', 'Improved', 'Reduced'],
  Removed: ['Removed'],
  Fixed: ['Fixed'],
}
const MOST_CHARACTERS = 240

export interface Note {
  kind: string
  body: string
}

/** A plain YAML text ends at either, or is no text: changie refuses the note. */
const UNQUOTED = /: | #|:$/

/** Reads notes as changie writes them: one line each, the body plain or in quotes of YAML. */
export function readNote(text: string): Note | undefined {
  const kind = /^kind: (\w+)$/m.exec(text)?.[1]
  const written = /^body: (.+)$/m.exec(text)?.[1]
  if (kind === undefined || written === undefined) return undefined
  if (written.startsWith("'")) return { kind, body: written.slice(1, -1).replaceAll("''", "'") }
  if (written.startsWith('"')) return { kind, body: JSON.parse(written) as string }
  return UNQUOTED.test(written) ? undefined : { kind, body: written }
}

/** Notes of a wrong form or in a wrong place, and pages of versions that CHANGELOG.md lacks. `files` are all files below changes/. */
export function checkChangeNotes(files: readonly Source[], changelog: string): string[] {
  return files.flatMap(({ path, text }) => {
    if (/^changes\/(header\.md|unreleased\/\.gitkeep)$/.test(path)) return []
    if (/^changes\/\d+\.\d+\.\d+\.md$/.test(path))
      return changelog.includes(text.trim()) ? [] : [`CHANGELOG.md lacks ${path}: npx changie@1.26.0 merge adds it`]
    if (!/^changes\/unreleased\/[\w-]+\.yaml$/.test(path))
      return [`${path} is no change note: npx changie@1.26.0 new writes one into changes/unreleased`]
    const note = readNote(text)
    const problem = note ? problemOf(note) : 'has no kind or no body of one line, in quotes where it holds a colon'
    return problem === undefined ? [] : [`${path} ${problem}`]
  })
}

function problemOf({ kind, body }: Note): string | undefined {
  const words = FIRST_WORDS[kind]
  if (!words) return `is of kind ${kind}, not ${Object.keys(FIRST_WORDS).join(', ')}`
  if (!words.includes(body.split(' ')[0] ?? '')) return `starts with none of ${words.join(', ')}`
  if (!body.endsWith('.')) return 'does not end with a full stop'
  if (body.length > MOST_CHARACTERS) return `has ${body.length} characters, at most ${MOST_CHARACTERS}`
  return undefined
}
