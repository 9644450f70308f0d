/** @module-tag more */
import { HISTORY_TYPE } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { type Hex, numberToHex, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anEvent, anItem, aSale, itemPath } from '../../../test/fake/records.ts'
import { InjectedWallet } from '../../../test/injected-wallet.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import { pressBuy, sellItem } from '../../../test/sessions.ts'

const SENT = 'Sent. Waiting for its block.'

/** Waits for its block for as long as the test does not say otherwise. */
function waitingWallet(): ScriptedWallet {
  const wallet = new ScriptedWallet()
  wallet.statuses.push(...Array.from({ length: 1_000 }, () => 'waiting' as const))
  return wallet
}

function goesOn(wallet: ScriptedWallet, ...statuses: ScriptedWallet['statuses']): void {
  wallet.statuses.splice(0, wallet.statuses.length, ...statuses)
}

async function payFor(wallet: ScriptedWallet): Promise<Opened> {
  const market = new FakeMarket()
  const path = sellItem(market)
  // The market reads the block as soon as it is there.
  wallet.onMined = (_, txHash) => {
    const [item] = market.items
    if (item) market.answer('nft.history', () => [anEvent(item, { type: HISTORY_TYPE.BUY, from: BOB, to: ALICE, txHash })])
  }
  const opened = await openPage(path, { market, wallet, as: ALICE })
  await pressBuy(opened)
  await opened.user.click(await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / }))
  await opened.screen.findAllByText(SENT)
  return opened
}

const openTransactions = async ({ user, screen }: Opened) => user.click(await screen.findByRole('button', { name: /^Transactions, / }))

describe('transactions', () => {
  it('shows one that was cancelled in the wallet after a reload, and says so', async () => {
    const wallet = waitingWallet()
    const { market } = await payFor(wallet)
    const again = await openPage('/', { market, wallet, as: ALICE, isReload: true })
    await again.screen.findByRole('button', { name: /Transactions, 1 on the way/ })
    goesOn(wallet, 'cancelled')
    await openTransactions(again)
    await again.screen.findByText(/^You cancelled this transaction in your wallet\./, {}, { timeout: 15_000 })
    await again.screen.findByRole('button', { name: /Transactions, 0 on the way/ })
    expect(wallet.log.filter((line) => line.startsWith('send'))).toEqual(['send exchange'])
  })

  it('[F-71] a cancel that was approved as the page was left is found by account and number after the reload', async () => {
    const market = new FakeMarket()
    const item = anItem({ isOnSale: true })
    market.hang({ ...item, listings: [aSale(item, ALICE)] })
    const wallet = waitingWallet()
    const left = new Error('Failed to fetch')
    let hash: Hex | undefined
    let isLeft = false
    // The request went through; the page that is left gets no answer from the wallet or the chain.
    wallet.wallet.send = async ({ functionName, args }) => {
      hash = wallet.sendElsewhere({ functionName, args })
      isLeft = true
      throw left
    }
    wallet.wallet.findSent = async (_, from, pending) => {
      if (isLeft) throw left
      return hash && { ...pending, from, hash }
    }
    wallet.onMined = () => market.change(item, { listings: [], isOnSale: false })
    const first = await openPage(itemPath(item), { market, wallet, as: ALICE })
    await first.user.click(await first.screen.findByRole('button', { name: 'Cancel the listing' }))
    await first.user.click(within(await findDialog('Wheat field')).getByRole('button', { name: 'Cancel the listing' }))
    await expect.poll(() => isLeft).toBe(true)
    await first.screen.findByRole('button', { name: /Transactions, 1 on the way/ })
    isLeft = false
    const again = await openPage('/', { market, wallet, as: ALICE, isReload: true })
    await openTransactions(again)
    await expect.poll(() => document.querySelector('.transactions-row.pending'), { timeout: 15_000 }).not.toBeNull()
    expect(document.querySelectorAll('.transactions-row')).toHaveLength(1)
    goesOn(wallet)
    await again.screen.findByRole('button', { name: /Transactions, 0 on the way/ }, { timeout: 15_000 })
  })

  it('says what to do with one that no block takes, and ends well when one does', async () => {
    const wallet = waitingWallet()
    const opened = await payFor(wallet)
    await opened.user.keyboard('{Escape}')
    await openTransactions(opened)
    expect(opened.screen.queryByText(/^No block has taken it/)).toBeNull()
    wallet.head = 12n
    await opened.screen.findByText(/^No block has taken it for a while\./, {}, { timeout: 15_000 })
    goesOn(wallet)
    await opened.screen.findByRole('button', { name: /Transactions, 0 on the way/ }, { timeout: 15_000 })
    await expect.poll(() => document.querySelector('.transactions-row')?.textContent).toMatch(/Done/)
  })

  it('[SALE-23] asks for no second approval while the first is on its way', async () => {
    const market = new FakeMarket()
    const item = market.hang(anItem())
    const wallet = waitingWallet()
    const opened = await openPage(itemPath(item), { market, wallet, as: ALICE })
    const sell = async () => {
      await opened.user.click(await opened.screen.findByRole('button', { name: 'Sell' }))
      await opened.user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
      const dialog = within(await findDialog('Wheat field'))
      await opened.user.type(dialog.getByRole('textbox', { name: 'Price' }), '3')
      await opened.user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
      await dialog.findByText(SENT)
    }
    await sell()
    await opened.user.keyboard('{Escape}')
    await sell()
    expect(wallet.log).not.toContain('sign')
    goesOn(wallet)
    await expect.poll(() => wallet.log.filter((line) => line === 'sign').length, { timeout: 15_000 }).toBe(1)
    expect(wallet.log.filter((line) => line.startsWith('send'))).toEqual(['send setApprovalForAll'])
  })

  it('[TX-25, TX-26, TX-28] counts gas from the newest block on: the estimate and a quarter, at the market’s medium price', async () => {
    const market = new FakeMarket()
    const medium = 10n ** 9n + 1_234_567n
    market.answer('config.gasTracker', () => ({ low: medium - 1n, medium, high: medium + 1n, lastBlock: 15n }))
    const item = market.hang(anItem())
    const wallet = new InjectedWallet({ accounts: [ALICE] })
    const estimate = 100_001n
    const sent: unknown[] = []
    wallet.node.answers.set('eth_estimateGas', () => numberToHex(estimate))
    wallet.node.answers.set('eth_getCode', () => '0x60')
    wallet.node.answers.set('eth_getTransactionCount', () => '0x1')
    wallet.node.answers.set('eth_getBlockByNumber', () => ({
      number: '0x10',
      hash: pad('0x9'),
      timestamp: '0x1',
      gasLimit: numberToHex(30_000_000n),
      transactions: [],
    }))
    wallet.answers.set('eth_sendTransaction', ([asked]) => {
      sent.push(asked)
      return pad('0x1')
    })
    const { user, screen } = await openPage(itemPath(item), { market, injected: [wallet], as: ALICE })
    await user.click(await screen.findByRole('button', { name: 'Sell' }))
    await user.click(within(await findDialog()).getByRole('button', { name: /^Fixed price/ }))
    const dialog = within(await findDialog('Wheat field'))
    await user.type(dialog.getByRole('textbox', { name: 'Price' }), '3')
    const from = wallet.asked.length
    await user.click(dialog.getByRole('button', { name: 'Sign the listing' }))
    await expect.poll(() => sent.length).toBe(1)
    const asked = wallet.asked.slice(from)
    const at = (method: string) => asked.lastIndexOf(method, asked.indexOf('eth_sendTransaction'))
    expect(at('eth_getBlockByNumber')).toBeGreaterThan(-1)
    expect(asked.indexOf('eth_estimateGas')).toBeGreaterThan(asked.indexOf('eth_getBlockByNumber'))
    expect(asked.indexOf('eth_call')).toBeLessThan(asked.indexOf('eth_sendTransaction'))
    expect(sent).toMatchObject([{ gas: numberToHex((estimate * 125n) / 100n), gasPrice: numberToHex(medium) }])
    expect(wallet.chainId).toBe(CHAIN)
  })
})
