import type { Source } from './sources.ts'

/** An object literal, or a list that nothing is called on. */
const LITERAL = /\.\.\.(?:\{|\[[^[\]]*\](?![.[]|$))/

/** Spread, a literal escapes the check for properties that nobody asked for. Its parts stand where they belong. */
export function checkSpreads(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const code = line.replace(/\/\/.*$|^\s*\/?\*.*$|(['"`/])(?:\\.|(?!\1).)*\1/g, '""')
      return LITERAL.test(code) ? [`${path}:${index + 1}: a literal is spread`] : []
    }),
  )
}
