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

/** Reads what changie writes: one line each, the body plain or in quotes of YAML. */
export function readNote(text: string): Note | undefined {
  const kind = /^kind: (\w+)$/m.exec(text)?.[1]
  const written = /^body: (.+)$/m.exec(text)?.[1]
  if (kind === undefined || written === undefined) return undefined
  if (written.startsWith("'")) return { kind, body: written.slice(1, -1).replaceAll("''", "'") }
  return { kind, body: written.startsWith('"') ? (JSON.parse(written) as string) : written }
}

/** Notes of a wrong form or in a wrong place, and gathered ones that CHANGELOG.md lacks. `files` are the paths below changes/. */
export function checkChangeNotes(files: readonly string[], notes: readonly Source[], changelog: string): string[] {
  const misplaced = files.filter(
    (path) => !/^changes\/(header\.md|\d+\.\d+\.\d+\.md|(unreleased|\d+\.\d+\.\d+)\/([\w-]+\.yaml|\.gitkeep))$/.test(path),
  )
  return [
    ...misplaced.map((path) => `${path} is no change note: npx changie@1.26.0 new writes one into changes/unreleased`),
    ...notes.flatMap(({ path, text }) => {
      const note = readNote(text)
      const problem = note ? problemOf(note) : 'has no kind or no body of one line'
      if (problem !== undefined || !note) return [`${path} ${problem}`]
      const isGathered = !path.startsWith('changes/unreleased/')
      return isGathered && !changelog.includes(`\n- ${note.body}\n`) ? [`${path} is not in CHANGELOG.md: run npm run changelog`] : []
    }),
  ]
}

function problemOf({ kind, body }: Note): string | undefined {
  const words = FIRST_WORDS[kind]
  if (!words) return `is of kind ${kind}, not ${Object.keys(FIRST_WORDS).join(', ')}`
  if (!words.includes(body.split(' ')[0] ?? '')) return `starts with none of ${words.join(', ')}`
  if (!body.endsWith('.')) return 'does not end with a full stop'
  if (body.length > MOST_CHARACTERS) return `has ${body.length} characters, at most ${MOST_CHARACTERS}`
  return undefined
}
