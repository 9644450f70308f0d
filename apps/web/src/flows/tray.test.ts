import { toAddress } from '@plinth/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addToTray, findPending, forgetInTray, listTray, settleInTray } from './tray.ts'

const store = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  },
})

const account = toAddress(`0x${'a'.repeat(40)}`)
const collection = toAddress(`0x${'c'.repeat(40)}`)
const buy = { hash: '0x1' as const, chainId: 31_337, account, act: 'buy' as const, title: 'Wheat', item: { collection, tokenId: '7' } }

beforeEach(() => {
  store.clear()
})

describe('tray', () => {
  it('keeps a sent transaction across a reload', () => {
    addToTray(buy)
    expect(listTray()).toMatchObject([{ ...buy, status: 'pending' }])
    expect(findPending('buy', account, { collection, tokenId: 7n })?.hash).toBe('0x1')
  })

  it('finds nothing for another account, act or item', () => {
    addToTray(buy)
    expect(findPending('mint', account, { collection, tokenId: 7n })).toBeUndefined()
    expect(findPending('buy', account, { collection, tokenId: 8n })).toBeUndefined()
    expect(findPending('buy', collection, { collection, tokenId: 7n })).toBeUndefined()
  })

  it('remembers how it ended until it is taken away', () => {
    addToTray(buy)
    settleInTray('0x1', 'failed', 'TX_REVERTED')
    expect(listTray()).toMatchObject([{ status: 'failed', code: 'TX_REVERTED' }])
    expect(findPending('buy', account, { collection, tokenId: 7n })).toBeUndefined()
    forgetInTray('0x1')
    expect(listTray()).toEqual([])
    expect(store.size).toBe(0)
  })

  it('sees at once what another tab has written, and never writes over it', () => {
    addToTray(buy)
    const theirs = JSON.parse(store.get('transactions') ?? '[]').map((entry: object) => ({ ...entry, hash: '0x2' }))
    store.set('transactions', JSON.stringify([...theirs, ...listTray()]))
    settleInTray('0x1', 'done')
    expect(listTray()).toMatchObject([
      { hash: '0x2', status: 'pending' },
      { hash: '0x1', status: 'done' },
    ])
  })

  it('answers the same list until somebody writes', () => {
    addToTray(buy)
    expect(listTray()).toBe(listTray())
  })

  it('keeps the twenty newest', () => {
    for (let index = 0; index < 25; index++) addToTray({ ...buy, hash: `0x${index}` })
    expect(listTray()).toHaveLength(20)
    expect(listTray()[0]?.hash).toBe('0x24')
  })

  it('reads nothing from a store that somebody else has written', () => {
    for (const text of ['', 'no json', '{}', '[1,{"hash":"0x1"},null]', '[{"hash":"0x1","chainId":1,"account":"x","act":"buy"}]']) {
      store.set('transactions', text)
      expect(listTray(), text).toEqual([])
    }
  })
})
