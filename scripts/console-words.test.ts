import { describe, expect, it } from 'vitest'
import { GROUPS } from '../apps/server/src/operator/groups.ts'
import { operator as en } from '../apps/web/src/i18n/en/operator.ts'
import { operator as zh } from '../apps/web/src/i18n/zh/operator.ts'

type Words = Readonly<Record<string, unknown>>
const camel = (name: string) => name.replaceAll(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Whatever the act is pressed at; nobody types it. */
const OF_THE_ROW = ['announcement', 'banner', 'box', 'report']

/** What the console would have to call by the server's own name, in English whoever reads it. */
function nameless({ group, act, option }: { group: Words; act: Words; option: Words }): string[] {
  return Object.entries(GROUPS).flatMap(([name, { acts }]) => {
    const known = (act[camel(name)] ?? {}) as Words
    const offered = Object.entries(acts).filter(([, one]) => !one.isHereOnly)
    return [
      ...(camel(name) in group ? [] : [name]),
      ...offered.flatMap(([word]) => (camel(word) in known ? [] : [`${name} ${word}`])),
      ...offered.flatMap(([word, { options }]) =>
        // What has no shape is asked on the command line alone.
        Object.entries(options).flatMap(([field, { shape }]) =>
          !shape || field in option || OF_THE_ROW.includes(field) ? [] : [`${name} ${word} --${field}`],
        ),
      ),
    ]
  })
}

describe('the console', () => {
  it.each([
    ['English', en],
    ['Chinese', zh],
  ] as const)('has a word for every group, act and field in %s', (_, words) => {
    expect(nameless(words)).toEqual([])
  })
})
