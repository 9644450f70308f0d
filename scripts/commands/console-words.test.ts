import { describe, expect, it } from 'vitest'
import { GROUPS } from '../../apps/server/src/operator/groups.ts'
import { operator as en } from '../../apps/web/src/i18n/en/operator.ts'
import { operator as zh } from '../../apps/web/src/i18n/zh/operator.ts'

type Words = Readonly<Record<string, unknown>>
const camel = (name: string) => name.replaceAll(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Where the command is pressed; never typed. */
const OF_THE_ROW = ['announcement', 'banner', 'box', 'report']

/** Names without a text, which the console would show as the server's own, in English for every reader. */
function nameless({ group, act, option }: { group: Words; act: Words; option: Words }): string[] {
  return Object.entries(GROUPS).flatMap(([name, { commands }]) => {
    const known = (act[camel(name)] ?? {}) as Words
    const offered = Object.entries(commands).filter(([, one]) => !one.isHereOnly)
    return [
      ...(camel(name) in group ? [] : [name]),
      ...offered.flatMap(([word]) => (camel(word) in known ? [] : [`${name} ${word}`])),
      ...offered.flatMap(([word, { options }]) =>
        // What has no form is available on the command line alone.
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
