import { describe, expect, it } from 'vitest'
import { checkJsonInSql } from './json-in-sql.ts'

const problems = (text: string, path = 'apps/server/src/a.ts') => checkJsonInSql([{ path, text }])

describe('checkJsonInSql', () => {
  it.each([
    "sql`select metadata::json->>'image' from item`",
    "sql`select (item.metadata)::jsonb -> 'image'`",
    'sql`select $1::jsonb`',
    'sql`select description :: JSON`',
    'sql`select cast(metadata as jsonb)`',
    "sql`select json_extract_path_text(metadata, 'image')`",
    'sql`select json_array_elements_text(royalties)`',
  ])('refuses %s', (text) => {
    expect(problems(`\n${text}`)).toEqual(['apps/server/src/a.ts:2: SQL parses JSON, which an escaped NUL fails: parse it in JavaScript'])
  })

  it.each([
    "sql`select args->'approved' = 'true'::jsonb from chain_log`",
    'sql`$1::text::jsonb[]`',
    'sql`select jsonb_array_elements_text(royalties)`',
    "sql`select json_build_object('a', 1)`",
    '// metadata::json fails on an escaped NUL',
    ' * metadata::json fails on an escaped NUL',
  ])('takes %s', (text) => {
    expect(problems(text)).toEqual([])
  })

  it('leaves tests and other programs alone', () => {
    expect(problems('sql`select metadata::json`', 'apps/server/src/a.test.ts')).toEqual([])
    expect(problems('sql`select metadata::json`', 'bench/market/fill.ts')).toEqual([])
  })
})
