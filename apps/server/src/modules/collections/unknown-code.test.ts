import { readArtifact } from '@plinth/devnet'
import { BASE_URI, NOTICE_SUBTYPE, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket, type Who } from '../../../test/market/market.ts'
import { unknownCode } from '../../jobs/unknown-code.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

async function announce(who: Who, name: string): Promise<void> {
  const { api, address } = await market.session(who)
  const { storageId, url } = await market.upload(who)
  const signer = market.server.context.signer.mintSigner
  const standard = TOKEN_STANDARD.ERC721
  await api.contract.create({ name, symbol: 'HRB', storageId, cover: url, signer, standard, owner: address, chainId: market.chainId })
}

/** As a client does that brings its own bytecode (wire 5.5). */
async function deploy(who: Who, name: string) {
  const { abi, bytecode } = readArtifact('Collection721')
  const args = [name, 'HRB', market.server.context.signer.mintSigner, BASE_URI, BASE_URI]
  const hash = await market.mined(await market.wallet(who).deployContract({ abi: abi as Abi, bytecode: bytecode as Hex, args }))
  const { contractAddress } = await market.testnet.publicClient.getTransactionReceipt({ hash })
  await market.sync()
  return { hash, address: toAddress(contractAddress ?? '') }
}

async function newsOf(who: Who) {
  await unknownCode.run(market.server.context)
  const { list } = await (await market.session(who)).api.notices.list({ page: 1, limit: 50 })
  return list.filter(({ subType }) => subType === NOTICE_SUBTYPE.CONTRACT_UNKNOWN)
}

describe('a collection whose contract is none of the market’s', () => {
  it('[F-56] notifies its creator once, unread, with the contract and the transaction', async () => {
    await announce('alice', 'Harbour')
    expect(await newsOf('alice')).toEqual([])
    const { hash, address } = await deploy('alice', 'Harbour')
    const cover = expect.stringMatching(/^\/static\/upload\//)
    const notice = {
      isRead: false,
      operator: { address },
      content: { collection: { address, name: 'Harbour', symbol: 'HRB', cover }, txHash: hash },
    }
    expect(await newsOf('alice')).toMatchObject([notice])
    expect(await newsOf('alice')).toHaveLength(1)
  })

  it('[F-56] notifies of no other name and no other creator, nor of what the factory made', async () => {
    await announce('bob', 'Quay')
    await deploy('bob', 'Other')
    await deploy('eve', 'Quay')
    expect(await newsOf('bob')).toEqual([])
    await market.collection('carol', 'Dock')
    await announce('carol', 'Dock')
    expect(await newsOf('carol')).toEqual([])
  })

  it('[F-56] is found whatever number of drafts another account announced since', async () => {
    await announce('dan', 'Mole')
    const { address } = await deploy('dan', 'Mole')
    for (let draft = 0; draft < 21; draft++) await announce('bob', `Draft ${draft}`)
    expect(await newsOf('dan')).toMatchObject([{ operator: { address } }])
  })
})
