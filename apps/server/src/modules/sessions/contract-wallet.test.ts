import { receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import { coin, erc721, loginText, mintDigest, orderDomain, orderStructHash, recoverSigner, siweMessage, toAddress } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { concat, getContractAddress, type Hex, hashMessage, keccak256, numberToHex } from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainOf, ORIGIN, openTestServer, PEOPLE, type TestServer } from '../../../test/market/harness.ts'

let testnet: Testnet
let server: TestServer
beforeAll(async () => {
  testnet = await startTestnet()
  server = await openTestServer({ chains: [chainOf(testnet)], keys: testnet.keys })
})
afterAll(async () => {
  await server?.close()
  await testnet?.stop()
})

/** A wallet whose "signature" of a hash is the hash itself: `isValidSignature` compares the two. */
const RUNTIME = '60043560643514631626ba7e60e01b0260005260206000f3'
const WALLET: Hex = `0x6018600c60003960186000f3${RUNTIME}`
/** The CREATE2 deployer; present on every anvil. */
const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

async function deployed(): Promise<Hex> {
  const hash = await testnet.walletOf('Alice').sendTransaction({ data: WALLET })
  const { contractAddress } = await receiptOf(testnet.publicClient, hash)
  return contractAddress ?? '0x'
}

function login(address: Hex, sign: (hash: Hex) => Hex) {
  server.clock.advance(1)
  const timestamp = server.clock.now()
  const hash = hashMessage(loginText(server.context.config.site.loginMessage, timestamp))
  return server.post('/user/login', { userAddress: address, signature: sign(hash), timestamp: String(timestamp), chainId: '31337' })
}

describe('user.login of a contract wallet', () => {
  it('[F-23] asks the contract at the address (ERC-1271)', async () => {
    const wallet = await deployed()
    expect((await login(wallet, (hash) => hash)).data).toMatchObject({ user: { address: wallet } })
    expect((await login(wallet, (hash) => keccak256(hash))).errno).toBe(4004)
    expect((await login(wallet, () => '0x')).errno).toBe(4004)
  })

  it('[F-23] asks the wallet that would stand there (ERC-6492)', async () => {
    const salt = numberToHex(7, { size: 32 })
    const wallet = getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt, bytecode: WALLET }).toLowerCase() as Hex
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: FACTORY, data: concat([salt, WALLET]), signature })
    expect((await login(wallet, (hash) => wrap(hash))).data).toMatchObject({ user: { address: wallet } })
    expect((await login(wallet, (hash) => wrap(keccak256(hash)))).errno).toBe(4004)
    const outsider: Hex = `0x${'12'.repeat(20)}`
    expect((await login(outsider, (hash) => wrap(hash))).errno).toBe(4004)
  })

  it('[F-23] signs in by an EIP-4361 message (ERC-1271)', async () => {
    const wallet = toAddress(await deployed())
    const { nonce } = await server.api().user.nonce({})
    const fields = {
      domain: 'plinth.test',
      uri: ORIGIN,
      chainId: 31337,
      issuedAt: server.clock.now(),
      statement: '',
      address: wallet,
      nonce,
    }
    const message = siweMessage(fields)
    const login = (signature: Hex) => server.post('/user/login', { userAddress: wallet, message, signature, chainId: '31337' })
    expect((await login(keccak256(hashMessage(message)))).errno).toBe(4004)
    expect((await login(hashMessage(message))).data).toMatchObject({ user: { address: wallet } })
  })

  it('[MORE-03] a contract’s wallet is seen in a portfolio by what it signs (ERC-1271)', async () => {
    const wallet = toAddress(await deployed())
    const { api } = await server.signIn(PEOPLE.alice)
    const { message } = await api.portfolio.walletprepare({ wallet, chainId: 31337 })
    const add = (signature: Hex) => api.portfolio.walletadd({ wallet, message, signature })
    await expect(add(keccak256(hashMessage(message)))).rejects.toMatchObject({ errno: 4004 })
    await add(hashMessage(message))
    expect((await api.portfolio.wallets({})).wallets).toMatchObject([{ address: wallet }])
  })

  it('refuses an ordinary account’s mirrored signature also in the wrapping of a contract’s', async () => {
    const timestamp = server.clock.now()
    const message = loginText(server.context.config.site.loginMessage, timestamp)
    const signature = await PEOPLE.bob.signMessage({ message })
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const mirrored = concat([
      `0x${signature.slice(2, 66)}`,
      numberToHex(n - BigInt(`0x${signature.slice(66, 130)}`), { size: 32 }),
      signature.endsWith('1b') ? '0x1c' : '0x1b',
    ])
    const wrapped = serializeErc6492Signature({ address: FACTORY, data: '0x', signature: mirrored })
    const form = { userAddress: PEOPLE.bob.address, timestamp: String(timestamp) }
    for (const forged of [mirrored, wrapped]) expect((await server.post('/user/login', { ...form, signature: forged })).errno).toBe(4004)
  })
})

describe('the chain', () => {
  it('[CFG-05] gives config.fetch its fees and its own time', async () => {
    const { timestamp } = await testnet.publicClient.getBlock()
    await testnet.setNextBlockTimestamp(Number(timestamp) + 5_000)
    await testnet.mine()
    await server.context.chains.default.refresh()
    const { data } = await server.post('/config/fetch')
    expect(data).toMatchObject({
      sellerFee: '250',
      buyerFee: '250',
      contract: { nftExchangeAddress: testnet.contracts.exchange },
      miner: testnet.miner.address.toLowerCase(),
    })
    expect((data as { now: number }).now).toBeGreaterThanOrEqual(Number(timestamp) + 5_000)
  })

  it('[DATA-48] takes the server’s voucher and fee signatures', async () => {
    const { signer } = server.context
    const { exchange, official721 } = testnet.contracts
    const read = { address: exchange, abi: exchangeAbi } as const
    expect(await testnet.publicClient.readContract({ ...read, functionName: 'isFeeSigner', args: [signer.feeSigner] })).toBe(true)

    const owner = toAddress(PEOPLE.alice.address)
    const order = {
      owner,
      salt: 1n,
      sellAsset: erc721(official721, 1n),
      buyAsset: coin(),
      selling: 1n,
      buying: 10n ** 18n,
      sellerFee: 250n,
    }
    const signature = await signer.buyerFee(
      { order, buyerFee: 100n, feeEpoch: (await server.context.chains.default.fees()).feeEpoch },
      orderDomain(31337, exchange),
    )
    const digest = await testnet.publicClient.readContract({
      ...read,
      functionName: 'buyerFeeDigest',
      args: [orderStructHash(order), 100n],
    })
    expect(await recoverSigner(digest, signature)).toBe(signer.feeSigner)

    const voucher = { chainId: 31337, collection: official721, tokenId: 1n, minter: owner }
    expect(await recoverSigner(mintDigest(voucher), await signer.mintVoucher(voucher, signer.mintSigner))).toBe(signer.mintSigner)
    expect(signer.mintSigner).toBe(testnet.miner.address.toLowerCase())
  })
})
