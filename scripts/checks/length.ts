import type { Source } from './sources.ts'

const MOST_LINES = 400

/** Generated files may be as long as they like. */
const isGenerated = (path: string) => path.includes('.generated.') || path.includes('/abi/')

export function checkLength(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isGenerated(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${MOST_LINES} (split it)`)
}
