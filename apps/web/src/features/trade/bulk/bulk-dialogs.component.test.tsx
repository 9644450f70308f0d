/** @module-tag more */
import { HISTORY_TYPE, toAddress } from '@plinth/protocol'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EVE, OTHER_CHAIN } from '../../../../test/addresses.ts'
import { FakeMarket } from '../../../../test/fake/fake-market.ts'
import { anEvent, anItem, aSale } from '../../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../../test/page.tsx'
import { declined } from '../../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../../test/scripted-wallet.ts'
import { dialogCloses, reads } from '../../../../test/trade.ts'

const MANY = toAddress(`0x${'ab'.repeat(20)}`)

/** Three works of Alice, all picked; those of `listed` are on sale, those of `elsewhere` on another network. */
async function pickAll(listed: readonly number[] = [], elsewhere: readonly number[] = []) {
  const market = new FakeMarket()
  market.config.contract = { ...market.config.contract, manyTransfers: MANY }
  const items = [0, 1, 2].map((at) => {
    const item = anItem({
      tokenId: BigInt(at + 1),
      owner721: ALICE,
      name: `Work ${at + 1}`,
      chainId: elsewhere.includes(at) ? OTHER_CHAIN : CHAIN,
    })
    return listed.includes(at) ? { ...item, isOnSale: true, listings: [aSale(item, ALICE)] } : item
  })
  market.hang(...items)
  const wallet = Object.assign(new ScriptedWallet(), { isApproved: true })
  const opened = await openPage(`/account/${ALICE}?tab=collectibles`, { market, wallet, as: ALICE })
  const { user, screen } = opened
  await user.click(await screen.findByRole('checkbox', { name: 'Pick Work 1' }))
  await user.click(await screen.findByRole('button', { name: 'Pick all 3 shown' }))
  return { ...opened, items }
}

describe('dialogs about many works', () => {
  it('[BULK-07] end all picked listings by one transaction', async () => {
    const { market, items, user, screen, wallet } = await pickAll([0, 2])
    await user.click(await screen.findByRole('button', { name: 'Cancel listings' }))
    const dialog = within(await findDialog('2 listings'))
    wallet.onMined = () => {
      for (const item of items) market.change(item, { listings: [], isOnSale: false })
    }
    await user.click(dialog.getByRole('button', { name: 'Cancel all 2' }))
    await dialogCloses()
    expect(wallet.log).toEqual(['dry cancelMany', 'send cancelMany'])
  })

  it('[BULK-08] send all picked works to one address, checked as for one, or to one each, in one transaction', async () => {
    const { market, items, user, screen, wallet } = await pickAll()
    await user.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await findDialog(/^3 works on /))
    const send = dialog.getByRole('button', { name: 'Transfer 3 works' })
    const to = dialog.getByLabelText('Receiver’s address')
    await user.type(to, ALICE)
    await user.click(send)
    await reads(dialog, 'That is your own address')
    expect(wallet.log).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'One address each' }))
    for (const [at, receiver] of [BOB, EVE, BOB].entries()) await user.type(dialog.getByLabelText(`Address for Work ${at + 1}`), receiver)
    wallet.onMined = (_, hash) => {
      const [first] = items
      if (first) market.answer('nft.history', () => [anEvent(first, { txHash: hash, type: HISTORY_TYPE.TRANSFER })])
    }
    await user.click(send)
    await dialogCloses()
    expect(wallet.log).toEqual(['dry transferMany', 'send transferMany'])
    const [call] = wallet.sent
    expect(call?.address).toBe(MANY)
    expect(call?.args[0]).toMatchObject([
      { tokenId: 1n, to: BOB, amount: 1n },
      { tokenId: 2n, to: EVE, amount: 1n },
      { tokenId: 3n, to: BOB, amount: 1n },
    ])
    // What is gone is picked no more.
    expect(screen.queryByRole('region', { name: 'Picked works' })).toBeNull()
  })

  it('[BULK-08] names the network fee in figures on the network of the wallet alone', async () => {
    const { user, screen } = await pickAll([], [2])
    await user.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await findDialog(/^2 works on /))
    await reads(dialog, 'Network fee, about 0.00007 ETH')
    await user.selectOptions(dialog.getByLabelText('Network'), 'Local Polygon')
    const other = within(await findDialog('1 work on Local Polygon'))
    await reads(other, 'Network fee')
    expect(other.queryByText(/Network fee, about/)).toBeNull()
  })

  it('[BULK-08, APPR-05] ends listings of works that leave after the transfer, and again where that was declined', async () => {
    const { market, items, user, screen, wallet } = await pickAll([0, 2])
    await user.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await findDialog(/^3 works on /))
    await user.type(dialog.getByLabelText('Receiver’s address'), BOB)
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: /2 of these works are listed/ }).checked).toBe(true)
    wallet.onMined = ({ functionName }, hash) => {
      const [first] = items
      if (functionName === 'transferMany' && first)
        market.answer('nft.history', () => [anEvent(first, { txHash: hash, type: HISTORY_TYPE.TRANSFER })])
      else for (const item of items) market.change(item, { listings: [], isOnSale: false })
    }
    wallet.refusals.push(undefined, declined())
    await user.click(dialog.getByRole('button', { name: 'Transfer 3 works' }))
    await reads(dialog, 'You declined in the wallet.')
    await reads(dialog, 'The works have left.')
    expect(dialog.getByRole<HTMLInputElement>('switch').disabled).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Cancel all 2' }))
    await dialogCloses()
    const sends = wallet.log.filter((line) => line.startsWith('send'))
    expect(sends).toEqual(['send transferMany', 'send cancelMany', 'send cancelMany'])
  })

  it('[BULK-08, APPR-05] sends works and ends their listings at once where the wallet can, or leaves them signed', async () => {
    const { market, items, user, screen, wallet } = await pickAll([1])
    wallet.batches = true
    await user.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await findDialog(/^3 works on /))
    await user.type(dialog.getByLabelText('Receiver’s address'), BOB)
    const ending = dialog.getByRole('switch', { name: /1 of these works is listed/ })
    await user.click(ending)
    await reads(dialog, '1 listing stays signed and becomes inactive.')
    await user.click(ending)
    await reads(dialog, 'Same transaction')
    wallet.onMined = (_, hash) => {
      const [first] = items
      if (first) market.answer('nft.history', () => [anEvent(first, { txHash: hash, type: HISTORY_TYPE.TRANSFER })])
      for (const item of items) market.change(item, { listings: [], isOnSale: false })
    }
    await user.click(dialog.getByRole('button', { name: 'Transfer 3 works' }))
    await dialogCloses()
    expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual(['batch transferMany+cancelMany'])
  })
})
