import { toAddress } from '@plinth/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addTransaction, findPending, findSame, forgetTransaction, hasBought, listTransactions, updateTransaction } from './transactions.ts'

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
const wheat = { chainId: 31_337, collection, tokenId: 7n }
const buy = { hash: '0x1' as const, chainId: 31_337, account, act: 'buy' as const, title: 'Wheat', item: { collection, tokenId: '7' } }

beforeEach(() => {
  store.clear()
})

describe('transactions', () => {
  it('keeps a sent transaction across a reload', () => {
    addTransaction(buy)
    expect(listTransactions()).toMatchObject([{ ...buy, status: 'pending' }])
    expect(findPending('buy', account, wheat)?.hash).toBe('0x1')
  })

  it('finds nothing for another account, act or item, nor for the same address on another chain', () => {
    addTransaction(buy)
    expect(findPending('mint', account, wheat)).toBeUndefined()
    expect(findPending('buy', account, { ...wheat, tokenId: 8n })).toBeUndefined()
    expect(findPending('buy', collection, wheat)).toBeUndefined()
    expect(findPending('buy', account, { ...wheat, chainId: 31_338 })).toBeUndefined()
    expect([hasBought(account, wheat), hasBought(account, { ...wheat, chainId: 31_338 })]).toEqual([true, false])
  })

  it('remembers how it ended until it is taken away', () => {
    const id = addTransaction(buy)
    updateTransaction(id, { status: 'failed', code: 'TX_REVERTED' })
    expect(listTransactions()).toMatchObject([{ status: 'failed', code: 'TX_REVERTED' }])
    expect(findPending('buy', account, wheat)).toBeUndefined()
    forgetTransaction(id)
    expect(listTransactions()).toEqual([])
    expect(store.size).toBe(0)
  })

  it('sees at once what another tab has written, and never writes over it', () => {
    const id = addTransaction(buy)
    const theirs = JSON.parse(store.get('transactions') ?? '[]').map((entry: object) => ({ ...entry, id: 'theirs', hash: '0x2' }))
    store.set('transactions', JSON.stringify([...theirs, ...listTransactions()]))
    updateTransaction(id, { status: 'done' })
    expect(listTransactions()).toMatchObject([
      { hash: '0x2', status: 'pending' },
      { hash: '0x1', status: 'done' },
    ])
  })

  it('answers the same list until somebody writes', () => {
    addTransaction(buy)
    expect(listTransactions()).toBe(listTransactions())
  })

  it('keeps the twenty newest, and whatever has not ended', () => {
    const waiting = addTransaction({ ...buy, hash: '0xaa' })
    for (let index = 0; index < 25; index++) updateTransaction(addTransaction({ ...buy, hash: `0x${index}` }), { status: 'done' })
    expect(listTransactions()).toHaveLength(21)
    expect(listTransactions()[0]?.hash).toBe('0x24')
    expect(listTransactions().at(-1)?.id).toBe(waiting)
  })

  it('writes down what the wallet is asked before anybody knows its hash', () => {
    const sent = { to: collection, dataHash: '0x12' as const, value: '7', nonce: 3, block: '9' }
    const { hash: _, ...asked } = buy
    const id = addTransaction({ ...asked, sent })
    expect(listTransactions()).toMatchObject([{ status: 'asking', hash: undefined, sent }])
    expect(findPending('buy', account, wheat)).toBeUndefined()
    expect(findSame({ ...asked, subject: undefined })?.id).toBe(id)
    store.set('transactions', JSON.stringify([{ ...listTransactions()[0], sent: undefined }]))
    expect(listTransactions()).toEqual([])
  })

  it('knows the same approval by what it is for', () => {
    const approval = { chainId: 31_337, account, act: 'approve' as const, title: 'Fields', item: undefined }
    addTransaction({ ...approval, subject: collection, hash: '0x5' })
    expect(findSame({ ...approval, subject: collection })?.hash).toBe('0x5')
    expect(findSame({ ...approval, subject: account })).toBeUndefined()
    expect(findSame({ ...approval, subject: collection, chainId: 31_338 })).toBeUndefined()
  })

  it('reads nothing from a store that somebody else has written', () => {
    for (const text of ['', 'no json', '{}', '[1,{"hash":"0x1"},null]', '[{"hash":"0x1","chainId":1,"account":"x","act":"buy"}]']) {
      store.set('transactions', text)
      expect(listTransactions(), text).toEqual([])
    }
  })

  it('takes a transfer of the same item for another where its receiver or number differs', () => {
    const doing = { ...buy, act: 'transfer' as const, subject: '0xb 1' }
    addTransaction(doing)
    expect(findSame(doing)?.hash).toBe('0x1')
    expect(findSame({ ...doing, subject: '0xb 2' })).toBeUndefined()
    expect(findPending('transfer', account, wheat)?.subject).toBe('0xb 1')
  })

  it('lets an equal transfer follow a mined one before the market has read its block', () => {
    const doing = { ...buy, act: 'transfer' as const, subject: '0xb 1' }
    const id = addTransaction(doing)
    updateTransaction(id, { minedIn: '0x9' })
    expect(findSame(doing)).toBeUndefined()
    expect(findPending('transfer', account, wheat)).toBeUndefined()
    const bought = addTransaction({ ...buy, hash: '0x2' })
    updateTransaction(bought, { minedIn: '0x9' })
    expect(findPending('buy', account, wheat)?.hash).toBe('0x2')
  })
})
