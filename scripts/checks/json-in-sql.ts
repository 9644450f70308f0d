import type { Source } from './sources.ts'

/** A literal may be cast, and an array of parameters that the server wrote. */
const CAST = /(?<!')::\s*jsonb?\b(?!\[)|\bcast\s*\([^()]*\bas\s+jsonb?\b/i
/** These read `json` or text. Functions of `jsonb` read what was parsed when it was written. */
const READS =
  /\bjson_(?:extract_path\w*|array_elements\w*|array_length|each\w*|object_keys|populate_\w+|to_record\w*|typeof|value|query|exists|table)\s*\(/i

/** Text of a jsonb column, which PostgreSQL wrote. */
const OURS = /replace\(content::text, \$\{from\}, \$\{to\}\)::jsonb/

/**
 * SQL of the server that parses JSON: an escaped NUL in a text of a user fails the whole statement, with every other row. JavaScript
 * parses such a text, and a column keeps what SQL needs of it.
 */
export function checkJsonInSql(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const code = line.replace(/^\s*(?:\/\/|\/?\*).*$/, '')
        const isRefused = (CAST.test(code) || READS.test(code)) && !OURS.test(code)
        return isRefused ? [`${path}:${index + 1}: SQL parses JSON, which an escaped NUL fails: parse it in JavaScript`] : []
      }),
    )
}
