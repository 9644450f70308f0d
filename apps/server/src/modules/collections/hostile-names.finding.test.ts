import { BASE_URI } from '@plinth/protocol'
import { collectionFactoryAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, pad, stringToHex, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const PLAIN = 'A'.repeat(200)
const SYMBOL = 'B'.repeat(40)

/** A collection with these bytes as name and symbol, valid text or not: the factory checks only their length. */
async function create(salt: number, name: string, symbol = name): Promise<void> {
  const signer = market.server.context.signer.mintSigner
  const args = [PLAIN, SYMBOL, signer, BASE_URI, BASE_URI, pad(toHex(salt), { size: 32 })] as const
  const call = encodeFunctionData({ abi: collectionFactoryAbi, functionName: 'create721', args })
  const put = (data: string, plain: string, text: string): string =>
    data.replace(stringToHex(plain).slice(2), text.padEnd(plain.length * 2, '20'))
  const data = put(put(call, PLAIN, name), SYMBOL, symbol.slice(0, 80)) as Hex
  await market.mined(await market.wallet('eve').sendTransaction({ to: market.testnet.contracts.collectionFactory, data, gas: 5_000_000n }))
}
const hex = (text: string): string => stringToHex(text).slice(2)

it('takes collections whose names are no text, and goes on to the next block', async () => {
  const names = [
    hex('before\0after'),
    '00'.repeat(200),
    'ff'.repeat(200),
    'c328a0a1e228a1f0288cbc',
    'eda080edb080',
    'f4908080',
    hex('\u202Egnp.evil\u200B'),
    hex('<script>alert(1)</script>'),
    hex("'); drop table item; --"),
    hex('{"$ne":1}\\u0000'),
  ]
  for (const [index, name] of names.entries()) await create(index + 1, name)
  await market.sync()
  const rows = await market.server.context.db.selectFrom('collection').select(['name', 'symbol']).where('is_official', '=', false).execute()
  expect(rows).toHaveLength(names.length)
  expect(rows.every(({ name, symbol }) => name.isWellFormed() && !`${name}${symbol}`.includes('\0'))).toBe(true)
  expect(rows.map(({ name }) => name.trim())).toContain("'); drop table item; --")
  const item = await market.mint('alice')
  await market.sync()
  const { api } = await market.session('alice')
  expect(await api.nft.detail({ ...item, chainId: market.chainId })).toBeDefined()
}, 120_000)
