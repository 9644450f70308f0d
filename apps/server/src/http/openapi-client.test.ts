import type { OpenApiDocument } from '@plinth/api/openapi'
import { exchangeAbi } from '@plinth/protocol/abi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Address, type Hex, parseEther, parseSignature, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PEOPLE } from '../../test/market/harness.ts'
import { TestMarket, type Who } from '../../test/market/market.ts'

/** What a generated client gets from the document: path, token header, and the schemas of what is sent and answered. */
let market: TestMarket
let document: OpenApiDocument
let ajv: Ajv2020
beforeAll(async () => {
  market = await TestMarket.open()
  document = (await market.server.app.inject({ url: '/openapi.json' })).json()
  ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'plinth')
})
afterAll(() => market?.close())

type Fields = Readonly<Record<string, unknown>>

/** One operation by its id, as JSON; both ways by its schema. */
async function run(operationId: string, fields: Fields, token?: string): Promise<Fields> {
  const [path = '', { post } = {}] = Object.entries(document.paths).find(([, { post: one }]) => one.operationId === operationId) ?? []
  const { token: scheme } = document.components.securitySchemes as { token: { name: string } }
  const requireFit = (of: string, value: unknown) => {
    const fits = ajv.compile({ $ref: `plinth#/paths/${path.replaceAll('/', '~1')}/post/${of}/content/application~1json/schema` })
    expect(fits(value) ? [] : fits.errors, `${operationId} ${of}`).toEqual([])
  }
  requireFit('requestBody', fields)
  const needsToken = post?.security.every((one) => 'token' in one)
  const base = new URL(document.servers[0]?.url ?? '').pathname
  const { body } = await market.server.app.inject({
    method: 'POST',
    url: `${base}${path}`,
    headers: { 'content-type': 'application/json', ...(needsToken && token ? { [scheme.name]: token } : {}) },
    payload: JSON.stringify(fields),
  })
  const answer = JSON.parse(body)
  requireFit('responses/200', answer)
  expect(answer.errno, `${operationId} ${answer.errmsg}`).toBeUndefined()
  return answer.data
}

/** By the documented login: the message of the configuration and the time, signed. */
async function signIn(who: Who): Promise<string> {
  const { loginMessage, now } = await run('config.fetch', { chainId: market.chainId })
  const signature = await PEOPLE[who].signMessage({ message: `${loginMessage} ${now}` })
  const { token } = await run('user.login', { userAddress: market.address(who), timestamp: now, signature })
  return String(token)
}

it('[F-114] a client that knows the document alone lists a work and buys it', async () => {
  const { collection, tokenId } = await market.minted('alice')
  await market.approve('alice', collection)
  await market.sync()
  const chainId = market.chainId
  const work = { token: collection, tokenId: tokenId.toString(), chainId }
  const price = parseEther('0.5').toString()
  const terms = {
    owner: market.address('alice'),
    sellToken: collection,
    sellTokenId: work.tokenId,
    sellType: 3,
    sellValue: '1',
    buyerToken: `0x${'0'.repeat(40)}`,
    buyerTokenId: '0',
    buyerType: 0,
    buyerValue: price,
    type: 1,
    chainId,
  }
  const seller = await signIn('alice')
  const { message, salt } = await run('order.prepare', terms, seller)
  const signature = await PEOPLE.alice.signMessage({ message: String(message).replace(/^0x/, '') })
  await run('order.add', { ...terms, salt, message, signature }, seller)

  const buyer = await signIn('bob')
  const [sale] = (await run('nft.detail', work, buyer)).sales as Fields[]
  expect(sale).toMatchObject({ owner: terms.owner, salt, buyerValue: price })
  const deal = { sellToken: collection, sellTokenId: work.tokenId, owner: terms.owner, salt, type: '1', quantity: '1', chainId }
  const fee = (await run('order.buyerFee', deal, buyer)) as Readonly<Record<string, string>>
  const { contract } = (await run('config.fetch', { chainId })) as { contract: { nftExchangeAddress: Address } }
  const asset = (token: unknown, tokenId_: unknown, assetType: unknown) => ({
    token: token as Address,
    tokenId: BigInt(String(tokenId_)),
    assetType: Number(assetType),
  })
  await market.mined(
    await market.wallet('bob').writeContract({
      address: contract.nftExchangeAddress,
      abi: exchangeAbi,
      functionName: 'exchange',
      args: [
        {
          key: {
            owner: fee.owner as Address,
            salt: BigInt(fee.salt ?? ''),
            sellAsset: asset(fee.sellToken, fee.sellTokenId, fee.sellType),
            buyAsset: asset(fee.buyToken, fee.buyTokenId, fee.buyType),
          },
          selling: BigInt(fee.sellValue ?? ''),
          buying: BigInt(fee.buyValue ?? ''),
          sellerFee: BigInt(fee.sellerFee ?? ''),
        },
        signed(fee.signature as Hex),
        BigInt(fee.buyerFee ?? ''),
        { v: Number(fee.v), r: fee.r as Hex, s: fee.s as Hex },
        1n,
        zeroAddress,
      ],
      value: (BigInt(price) * (10_000n + BigInt(fee.buyerFee ?? ''))) / 10_000n,
    }),
  )
  await market.sync()
  expect(await run('nft.detail', work)).toMatchObject({ onlyOwner: market.address('bob'), sales: [] })
})

function signed(signature: Hex) {
  const { v, r, s } = parseSignature(signature)
  return { v: Number(v), r, s }
}
