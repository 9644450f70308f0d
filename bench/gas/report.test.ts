import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from './arena.ts'
import { GOALS, RELATIVE_GOALS } from './goals.ts'
import { OPERATION } from './operations.ts'
import { renderReport, type Terms } from './report.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const row = (operation: string, used: number, fresh = used, market = 'Plinth'): Row => ({ operation, market, used, fresh })
const ROWS = [
  row('buy', 100_000, 117_000),
  row('sweep', 450_000),
  row('swap', 120_000),
  row('pay out', 30_000),
  row('buy', 110_000, 110_000, 'Peer'),
  row('swap', 130_000, 130_000, 'Peer'),
]
const TERMS: Terms = {
  goals: [{ operation: 'buy', source: 'issue 43', used: 101_000, fresh: 118_200 }],
  relativeGoals: [{ operation: 'swap', source: 'BULK-04', to: 'buy', plus: 25_000, name: 'a buy + 25k' }],
  peerGoals: [{ requirement: 'SWAP-01', operations: ['buy'], peers: ['Peer'] }],
  payouts: [
    { by: 'pay out', trades: 1, operations: ['buy'] },
    { by: 'pay out', trades: 10, operations: ['sweep'] },
  ],
  cheaper: {},
}
const render = (rows: readonly Row[] = ROWS, terms: Partial<Terms> = {}) => renderReport(rows, [], Object.assign({}, TERMS, terms))
/** The lines of the first table below its head. */
const tableOf = (page: string) => {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => line.startsWith('| operation |')) + 2
  return lines.slice(from, lines.indexOf('', from))
}

describe('the table of gas', () => {
  it('[F-90] begins with a maker’s first order, then its later ones, of the operation measured first', () => {
    expect(tableOf(render()).slice(0, 2)).toEqual([
      '| buy: a maker’s first order | 117.0k | +3.0k / +0.3k | 118.2k (issue 43) | 110.0k |',
      '| buy: its later orders | 100.0k | +3.0k / +0.3k | 101k (issue 43) | 110.0k |',
    ])
  })

  it('[F-90] counts the payout of fees, shared by 10 and by 100 trades, and none where nothing is left to pay out', () => {
    const [, , sweep, swap] = tableOf(render())
    expect(sweep).toBe('| sweep | 450.0k | +30.0k / +3.0k | – | – |')
    expect(swap).toBe('| swap | 120.0k | – | a buy + 25k: 125.0k (BULK-04) | 130.0k |')
  })

  it('[F-90] compares with peers what a trade costs with its part of a payout', () => {
    expect(render()).toContain('| SWAP-01 | buy | 103.0k / 120.0k | Peer 110.0k | not fresh |')
    const near = ROWS.with(4, row('buy', 102_000, 102_000, 'Peer'))
    expect(render(near, { cheaper: { Peer: { buy: 'it keeps nothing' } } })).toContain('- **Peer**, buy, by 1.0k: it keeps nothing.')
    expect(() => render(near)).toThrow('Peer is cheaper by 1000 in "buy", and no reason is given')
  })

  it('[F-90] is not made without the cost of the payout', () => {
    expect(() => render(ROWS.toSpliced(3, 1))).toThrow('no row of "pay out", by which the fees of "buy" are paid out')
  })

  it('[F-90] says where each goal was set, also in the list of missed ones', () => {
    const goal = { operation: 'sweep', source: 'contracts/README.md', used: 449_900 } as const
    expect(() => render(ROWS, { goals: [goal] })).toThrow('"sweep" misses its goal with 450.0k, and no reason is given')
    const page = render(ROWS, { goals: [Object.assign({ reason: 'it is long' }, goal)] })
    expect(page).toContain('- **sweep**, 450.0k against 449.9k (contracts/README.md): it is long.')
  })

  it('calls no goal missed that the table shows as met', () => {
    const page = render(ROWS.with(0, row('buy', 101_049, 118_249)))
    expect(page).not.toContain('**buy**')
  })
})

describe('the goals of gas', () => {
  it('[F-90] stand in the checklist or in the table of costs that they name', () => {
    const checklist = read('docs/spec/checklist2.md')
    const costs = read('contracts/README.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split(' | ').at(-1) ?? '')
    for (const { source } of RELATIVE_GOALS) expect(checklist).toContain(`[${source}]`)
    for (const { operation, source, used, fresh } of GOALS) {
      if (source !== 'contracts/README.md') continue
      for (const gas of [used, fresh ?? used])
        expect(
          costs.some((cell) => new RegExp(`\\b${gas / 1_000}k`).test(cell)),
          `${operation}: ${gas}`,
        ).toBe(true)
    }
  })

  it('[F-90] have the market’s own purchase first on the page, which is made of the figures beside it', () => {
    const { rows, abilities } = JSON.parse(read('bench/results/gas.json'))
    const page = read('docs/gas.md')
    expect(tableOf(page)[0]).toContain(OPERATION.buyRoyalty)
    expect(page).toBe(renderReport(rows, abilities))
  })
})
