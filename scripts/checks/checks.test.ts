import { describe, expect, it } from 'vitest'
import { listImports } from './import-graph.ts'
import { checkBarrels, checkImports, checkPurity } from './import-rules.ts'
import { drawLayers } from './layers.ts'
import { checkLength } from './length.ts'
import { checkLock } from './lock.ts'
import { checkTexts } from './texts.ts'
import { listUnraised } from './unraised.ts'

const broken = (path: string, specifier: string) => checkImports(listImports({ path, text: `import { x } from '${specifier}'` }))

describe('checkImports', () => {
  it.each([
    ['packages/protocol/src/fees.ts', 'node:fs'],
    ['packages/protocol/src/fees.ts', 'zod'],
    ['packages/api/src/client.ts', '@plinth/server'],
    ['packages/devnet/src/chain.ts', '../../../apps/server/src/main.ts'],
    ['apps/server/src/context.ts', '@plinth/devnet'],
    ['apps/server/src/db/driver.ts', '../http/dispatch.ts'],
    ['apps/server/src/modules/orders/service.ts', '../../calls/orders.ts'],
    ['apps/server/src/modules/orders/service.ts', '../../read/record.ts'],
    ['apps/server/src/calls/orders.ts', '../modules/users/store.ts'],
    ['apps/server/src/modules/orders/store.ts', '../users/service.ts'],
    ['apps/server/src/modules/orders/service.ts', '../users/store.ts'],
    ['apps/server/src/modules/orders/service.ts', '../users/whole-person.ts'],
    ['apps/server/src/modules/orders/orders.test.ts', '../users/store.ts'],
    ['apps/server/src/http/session.ts', '../modules/sessions/store.ts'],
    ['apps/server/src/read/rows.ts', '../calls/orders.ts'],
    ['apps/server/src/operator/groups/box.ts', '../../modules/boxes/draft.ts'],
    ['apps/server/src/modules/users/service.ts', '../orders/service.ts'],
    ['apps/server/src/modules/settings/service.ts', '../users/service.ts'],
    ['apps/server/src/modules/unheard/service.ts', '../../process/clock.ts'],
    ['scripts/commands/doctor.ts', '../../apps/server/src/modules/networks/networks.ts'],
    ['apps/server/src/modules/orders/revalidate.ts', '../../indexer/derived.ts'],
    ['apps/server/src/modules/orders/prepare.ts', '../../calls/auctions.ts'],
    ['apps/server/src/state/orders/state.ts', '../../modules/orders/service.ts'],
    ['apps/server/src/state/orders/state.ts', '../../context.ts'],
    ['apps/server/src/db/driver.ts', '../state/derived.ts'],
    ['apps/server/src/db/migrations/20261121233000-search.ts', '../search.ts'],
    ['apps/server/src/db/migrations/20261122140000-attribute-totals.ts', '../../state/items/attributes.ts'],
    ['apps/server/src/db/migrations/20261121233000-search.ts', '@plinth/api'],
    ['packages/protocol/src/fees.test.ts', '../../../apps/web/src/lib/numbers.ts'],
    ['apps/web/src/kit/Button.tsx', '../features/market/Market.tsx'],
    ['apps/web/src/features/market/Market.tsx', '../banner/Banner.tsx'],
    ['apps/web/src/features/market/Market.tsx', 'wagmi'],
    ['apps/web/src/lib/api.ts', '@plinth/devnet'],
    ['apps/web/src/lib/api.ts', '../../../../packages/api/src/client.ts'],
    ['e2e/stories/buy.spec.ts', '../../apps/server/src/main.ts'],
  ])('refuses %s importing %s', (path, specifier) => {
    expect(broken(path, specifier)).not.toEqual([])
  })

  it.each([
    ['packages/protocol/src/fees.ts', './money.ts'],
    ['packages/protocol/src/fees.test.ts', 'fast-check'],
    ['apps/server/src/calls/orders.ts', '../modules/orders/store.ts'],
    ['apps/server/src/modules/orders/service.ts', '../users/service.ts'],
    ['apps/server/src/modules/orders/orders.test.ts', './store.ts'],
    ['apps/server/src/calls/table.ts', './orders.ts'],
    ['apps/server/src/operator/groups/box.ts', '../../modules/boxes/service.ts'],
    ['apps/server/test/market/market.ts', '../../src/modules/orders/shape.ts'],
    ['apps/server/src/modules/orders/revalidate.ts', '../../state/derived.ts'],
    ['apps/server/src/indexer/apply.ts', '../state/derived.ts'],
    ['apps/server/src/state/orders/state.ts', '../../chain/editions.ts'],
    ['apps/server/src/modules/orders/orders.test.ts', '@plinth/devnet'],
    ['apps/server/src/db/migrations/20261121233000-search.ts', './frozen/grams.ts'],
    ['apps/server/src/db/migrations/20261122140000-attribute-totals.ts', 'node:crypto'],
    ['apps/server/src/db/migrations/20261122140000-attribute-totals.ts', 'kysely'],
    ['apps/web/src/routes/home.tsx', '../features/market/Market.tsx'],
    ['apps/web/src/flows/buy.ts', '../wallet/wallet.ts'],
    ['apps/web/src/wallet/wallet.ts', 'wagmi'],
    ['scripts/commands/start.ts', '../../apps/server/src/main.ts'],
  ])('lets %s import %s', (path, specifier) => {
    expect(broken(path, specifier)).toEqual([])
  })

  it('refuses types of the inside of a module too', () => {
    const text = "import type { SeriesDraft } from '../modules/boxes/draft.ts'"
    expect(checkImports(listImports({ path: 'apps/server/src/operator/series-file.ts', text }))).toHaveLength(1)
  })

  it('lets a migration name types of the code that lives on', () => {
    const path = 'apps/server/src/db/migrations/20261121233000-search.ts'
    const says = (text: string) => checkImports(listImports({ path, text }))
    expect(says("import type { Tx } from '../database.ts'")).toEqual([])
    expect(says("import { addressOf, type Tx } from '../database.ts'")).toHaveLength(1)
  })

  it('sees imports for the effect, on demand and over several lines', () => {
    const text = "import './a.ts'\nconst b = await import('./b.ts')\nexport {\n  c,\n} from './c.ts'\n"
    expect(listImports({ path: 'apps/web/src/lib/x.ts', text }).map(({ to }) => to)).toEqual(
      ['a', 'b', 'c'].map((name) => `apps/web/src/lib/${name}.ts`).sort(),
    )
  })
})

describe('drawLayers', () => {
  it('counts what each layer imports of the others', () => {
    const graph = drawLayers([
      ...listImports({ path: 'apps/server/src/http/app.ts', text: "import { calls } from '../calls/table.ts'\nimport './session.ts'" }),
      ...listImports({ path: 'apps/web/src/kit/Button.tsx', text: "import type { T } from '../i18n/translate.ts'" }),
    ])
    expect(graph).toContain('  http → calls, operator 1')
    expect(graph).toContain('  wallet, kit → i18n, lib 1')
  })
})

describe('checkPurity', () => {
  it('finds a clock in protocol, not in its comments', () => {
    const path = 'packages/protocol/src/phases.ts'
    expect(checkPurity([{ path, text: '// Date.now is not used\nconst now = Date.now()' }])).toEqual([
      `${path}:2: Date.now in protocol, which is pure`,
    ])
  })
})

describe('checkBarrels', () => {
  it('allows the index of a package alone', () => {
    const text = "export * from './a.ts'\nexport { b } from './b.ts'\n"
    expect(
      checkBarrels([
        { path: 'apps/web/src/kit/index.ts', text },
        { path: 'packages/api/src/index.ts', text },
      ]),
    ).toHaveLength(1)
  })
})

describe('checkLength', () => {
  it('counts lines up to 400, generated files aside', () => {
    const text = (lines: number) => 'x\n'.repeat(lines)
    const found = checkLength([
      { path: 'a.ts', text: text(400) },
      { path: 'b.ts', text: text(401) },
      { path: 'c.generated.ts', text: text(4000) },
    ])
    expect(found).toEqual(['b.ts: 401 lines, at most 400 (split it)'])
  })
})

describe('checkLock', () => {
  it('finds the packages of other platforms that are missing', () => {
    const tool = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } }
    const packages = { '': {}, 'node_modules/tool': tool, 'node_modules/tool-linux': {} }
    expect(checkLock({ packages })).toEqual(['package-lock.json has no entry for tool-darwin, which node_modules/tool names'])
  })
})

describe('checkTexts', () => {
  const use = (text: string) => [{ path: 'x.tsx', text }]

  it('[I18N-01] finds texts missing in a language, unknown, unused and with other gaps', () => {
    const en = { shell: { home: 'Hi {{name}}', gone: 'Gone' }, count: { items_one: 'one', items_other: '{{count}} items' } }
    const zh = { shell: { home: '你好' }, count: { items_other: '{{count}} 件' } }
    expect(checkTexts(en, zh, use("t('shell.home') t('count.items', { count }) t('shell.lost')"))).toEqual([
      'text shell.gone is missing in Chinese',
      'text shell.home has other placeholders in Chinese',
      'x.tsx: text shell.lost is unknown',
      'text shell.gone is used nowhere',
    ])
  })

  /** A choice inside a template, split so that this file has none. */
  const chosen = (text: string) =>
    text
      .replaceAll('<', '`')
      .replaceAll('>', '`')
      .replaceAll('[', '$' + '{')
      .replaceAll(']', '}')
  const steps = { step: { one: '1', two: '2', oneTitle: 'One', deep: { one: '1' } } }
  const unused = (...keys: string[]) => keys.map((key) => `text step.${key} is used nowhere`)

  it('counts a template as use of the keys that it can make, by the words around it', () => {
    const here = "const STEPS = ['one'] as const\n"
    expect(checkTexts(steps, steps, use(here + chosen('t(<step.[name]>)')))).toEqual(unused('two', 'oneTitle', 'deep.one'))
    expect(checkTexts(steps, steps, use(here + chosen('t(<step.[name]Title>)')))).toEqual(unused('one', 'two', 'deep.one'))
    expect(checkTexts(steps, steps, use(here + chosen('t(<step.[a].[name]>)\n const a = { deep: 1 }')))).toEqual(
      unused('one', 'two', 'oneTitle'),
    )
  })

  it('looks for those words in what the file imports, of its own package and of the others', () => {
    const sources = [
      {
        path: 'apps/web/src/a.tsx',
        text: `import { next } from './b.ts'\nimport { type Step } from '@plinth/api'\n${chosen('t(<step.[next]>)')}`,
      },
      { path: 'apps/web/src/b.ts', text: "export const next = 'one'" },
      { path: 'packages/api/src/step.ts', text: "export type Step = 'two'" },
      { path: 'packages/api/src/other.ts', text: "export type Other = 'oneTitle'" },
    ]
    expect(checkTexts(steps, steps, sources)).toEqual(unused('oneTitle', 'deep.one'))
  })
})

describe('listUnraised', () => {
  it('[F-111] names rows of the registry that no program raises, whatever calls declare and tests expect', () => {
    const of = (path: string, text: string) => ({ path, text })
    const sources = [
      of('apps/server/src/modules/orders/add.ts', "throw new AppError('ORDER_EXISTS')"),
      of('packages/api/src/reverts.ts', "ExchangePaused: 'MARKET_PAUSED',"),
      of('packages/api/src/calls/user.ts', "errors: ['NICKNAME_INVALID']"),
      of('apps/server/src/modules/users/profile.test.ts', "refusal('NICKNAME_INVALID')"),
    ]
    expect(listUnraised(['ORDER_EXISTS', 'MARKET_PAUSED', 'NICKNAME_INVALID'], sources)).toEqual([
      'error NICKNAME_INVALID is raised nowhere',
    ])
  })
})
