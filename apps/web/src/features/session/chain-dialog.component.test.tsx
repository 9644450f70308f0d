import { within } from '@testing-library/react'
import { describe, it } from 'vitest'
import { ALICE, BOB, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { anItem, aSale, itemPath } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'

describe('a wallet on another network than the work', () => {
  it('[F-119] is asked to change over to go on, and then the act goes on by itself', async () => {
    const market = new FakeMarket()
    const item = anItem({ owner721: BOB })
    market.hang({ ...item, listings: [aSale(item, BOB)], isOnSale: true })
    const wallet = new ScriptedWallet()
    wallet.chainId = OTHER_CHAIN
    wallet.switchRefusals.push(declined())
    const { user, screen } = await openPage(itemPath(item), { market, wallet, as: ALICE })
    await user.click(await screen.findByRole('button', { name: /^Buy for/ }))
    const asked = within(await findDialog())
    await asked.findByText(/Change over in your wallet to go on\. Nothing was sent\.$/)
    await asked.findByRole('alert')
    await user.click(asked.getByRole('button', { name: 'Change to Local Ethereum' }))
    await within(await findDialog('Wheat field')).findByRole('button', { name: /^Pay / })
  })
})
