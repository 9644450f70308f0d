import type { Source } from './sources.ts'

/** An object literal, or an array literal without a method call. */
const LITERAL = /\.\.\.(?:\{|\[[^[\]]*\](?![.[]|$))/

/** A spread literal escapes TypeScript's excess-property check. Write its properties in place. */
export function checkSpreads(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const code = line.replace(/\/\/.*$|^\s*\/?\*.*$|(['"`/])(?:\\.|(?!\1).)*\1/g, '""')
      return LITERAL.test(code) ? [`${path}:${index + 1}: a literal is spread`] : []
    }),
  )
}
