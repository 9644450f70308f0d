import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALICE, BOB, EVE } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { answerMaking } from '../../../test/fake/make-answers.ts'
import { aCollection, aHolding } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'

const PICTURE = new File(['paint'], 'room.png', { type: 'image/png' })

/** As the fake market’s configuration names it. */
const MINER = BOB

let market: FakeMarket
let wallet: ScriptedWallet

/** Alice has bought the collection Soft Rooms, whose signers ended with that. */
beforeEach(() => {
  market = new FakeMarket()
  market.collections = [aCollection({ isOfficial: true }), aCollection({ id: 2n, address: EVE, name: 'Soft Rooms', owner: ALICE })]
  answerMaking(market)
  wallet = new ScriptedWallet()
  wallet.isSigner = false
  wallet.onMined = ({ functionName, args }) => {
    if (functionName !== 'mint') return
    const of = { collection: EVE, tokenId: args[0] as bigint, owner: ALICE }
    market.answer('nft.owners', () => ({ list: [aHolding(of)] }))
  }
})

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const steps = () => [...document.querySelectorAll('.dialog .step-title')].map(({ firstChild }) => firstChild?.textContent)
const sent = () => wallet.log.filter((line) => line.startsWith('send'))

/** Describes an item that is minted and not listed, and presses the button. */
async function make(opened: Opened, collection: RegExp, { name, category, sale, mint } = EN): Promise<void> {
  const { user, screen } = opened
  await user.click(await screen.findByRole('radio', { name: collection }))
  await user.upload(document.querySelector<HTMLInputElement>('main input[type="file"]') as HTMLInputElement, PICTURE)
  fill(screen.getByLabelText(name, { exact: true }), 'Made')
  const choice = screen.getByLabelText<HTMLSelectElement>(category)
  fill(choice, choice.options[1]?.value ?? '')
  await user.click(screen.getByRole('switch', { name: sale }))
  await user.click(await screen.findByRole('button', { name: mint }))
  await findDialog('Made')
}

const EN = { name: 'Name', category: 'Category', sale: /List it/, mint: 'Mint it' }
const ZH = { name: '名称', category: '分类', sale: /上架/, mint: '铸造' }

describe('an item in a collection that takes no signature of the market', () => {
  it('begins with naming the market’s signer, goes on after a refusal in the wallet, and is minted', async () => {
    const opened = await openPage('/create/erc721', { market, wallet, as: ALICE })
    wallet.refusals.push(declined())
    await make(opened, /Soft Rooms/)
    expect(steps()).toEqual(['Let this market sign for Soft Rooms', 'Upload the file', 'Mint'])
    await opened.screen.findByText(/This collection has changed hands, and its signers ended with that\./)
    await opened.screen.findByText('You declined in the wallet. Nothing was sent.')
    expect([market.inputsOf('dapp.sign'), sent()]).toEqual([[], ['send addSigner']])
    await opened.user.click(document.querySelector('.dialog .flow-act button') as HTMLElement)
    await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
    expect(wallet.sent).toMatchObject([
      { functionName: 'addSigner', address: EVE, args: [MINER] },
      { functionName: 'mint', address: EVE },
    ])
  })

  it('says so in Chinese', async () => {
    const opened = await openPage('/create/erc721', { market, wallet, as: ALICE, locale: 'zh' })
    wallet.refusals.push(declined())
    await make(opened, /Soft Rooms/, ZH)
    expect(steps()[0]).toBe('允许本站为「Soft Rooms」签名')
    await opened.screen.findByText(/该合集已转手，原有的签名者随之失效。/)
  })

  it.each([
    ['takes the signature', true, /Soft Rooms/],
    ['is the market’s own', false, /Plinth Works/],
  ])('has no such step where the collection %s', async (_, isSigner, collection) => {
    wallet.isSigner = isSigner
    // The dialog goes when the item is made.
    const sign = market.hold('dapp.sign')
    const opened = await openPage('/create/erc721', { market, wallet, as: ALICE })
    await make(opened, collection)
    expect(steps()).toEqual(['Upload the file', 'Mint'])
    sign()
    await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
  })

  it('says what its owner has to do where the wallet could not read it', async () => {
    wallet.isSigner = true
    market.refuse('dapp.sign', 'MINT_KEY_MISSING')
    const opened = await openPage('/create/erc721', { market, wallet, as: ALICE })
    await make(opened, /Soft Rooms/)
    await opened.screen.findByText('This collection takes no signature of this market: its owner has to name the market’s signer first.')
  })
})
