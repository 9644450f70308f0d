import {
  type Address,
  buyerFeeTypedData,
  coin,
  erc20,
  erc1155,
  mintTypedData,
  type Order,
  orderDomain,
  orderTypedData,
  parseSignature,
  type RoyaltyEntry,
  toAddress,
  toExchangeOrder,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection1155Abi, dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeDeployData, encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { callRpc, readArtifact, receiptOf, type Testnet } from '../../src/index.ts'

const COIN = parseEther('1000000')
/** Returns the given number for `decimals()`, and delegates all else to the code at `aside`. */
const withDecimals = (decimals: number, aside: Address): Hex =>
  `0x60003560e01c63313ce56714604257366000803760008036600073${aside.slice(2)}5af43d6000803e603d573d6000fd5b3d6000f35b60${numberToHex(decimals, { size: 1 }).slice(2)}60005260206000f3`

export type Fill = { items: bigint; buyerFeeBps: bigint; amount: bigint; value: bigint; royalties: readonly RoyaltyEntry[] }

/** A real chain with a market, funded accounts, and tokens of any decimals. */
export async function openDialogStage(testnet: Testnet) {
  const { rpcUrl, contracts, publicClient, chainId } = testnet
  const people = ['maker', 'taker', 'artist', 'friend'] as const
  const accounts = people.map((_, index) => privateKeyToAccount(numberToHex(0xd1a106 + index, { size: 32 })))
  const [maker, taker, artist, friend] = accounts.map(({ address }) => toAddress(address)) as [Address, Address, Address, Address]
  const exchange = toAddress(contracts.exchange)
  const collection = toAddress(contracts.official1155)
  const beneficiary = toAddress(privateKeyToAccount(testnet.keys.operator).address)
  const domain = orderDomain(chainId, exchange)
  const feeSigner = privateKeyToAccount(testnet.keys.feeSigner)
  const tokens = new Map<number, Address>()
  await callRpc(rpcUrl, 'anvil_autoImpersonateAccount', [true])
  for (const account of [maker, taker, artist, friend]) await testnet.setBalance(account, COIN)

  /** Sends from any account; returns its gas cost and whether the receipt reports success. */
  async function send(from: Address, to: Address | undefined, data: Hex, value = 0n) {
    const call = { from, ...(to ? { to } : {}), data, value: numberToHex(value), gas: '0x3d0900' }
    const hash = await callRpc<Hex>(rpcUrl, 'eth_sendTransaction', [call])
    const receipt = await receiptOf(publicClient, hash)
    return { isThrough: receipt.status === 'success', cost: receipt.gasUsed * receipt.effectiveGasPrice, address: receipt.contractAddress }
  }

  async function must(from: Address, to: Address | undefined, data: Hex): Promise<Address | undefined> {
    const { isThrough, address } = await send(from, to, data)
    if (!isThrough) throw new Error('The stage could not be set')
    return address ? toAddress(address) : undefined
  }

  async function deployToken(decimals: number): Promise<Address> {
    const { abi, bytecode, deployedBytecode } = readArtifact('DollarToken')
    const token = await must(maker, undefined, encodeDeployData({ abi, bytecode }))
    if (!token) throw new Error('No token came of it')
    const aside = toAddress(numberToHex(0xdec000 + decimals, { size: 20 }))
    await callRpc(rpcUrl, 'anvil_setCode', [aside, deployedBytecode])
    await callRpc(rpcUrl, 'anvil_setCode', [token, withDecimals(decimals, aside)])
    tokens.set(decimals, token)
    return token
  }

  for (const owner of [maker, taker]) {
    const args = [toAddress(contracts.transferProxy), true] as const
    await must(owner, collection, encodeFunctionData({ abi: collection1155Abi, functionName: 'setApprovalForAll', args }))
  }

  return {
    maker,
    taker,
    artist,
    friend,
    exchange,
    collection,
    beneficiary,
    domain,

    /** Undefined decimals is the coin. */
    money: async (decimals: number | undefined) =>
      decimals === undefined ? coin() : erc20(tokens.get(decimals) ?? (await deployToken(decimals))),

    decimalsOf: (token: Address) => publicClient.readContract({ address: token, abi: dollarTokenAbi, functionName: 'decimals' }),

    /** Mints so many of a new number with these royalties, all for `holder`. */
    async mint(tokenId: bigint, holder: Address, supply: bigint, royalties: readonly { bps: bigint; recipient: Address }[]) {
      const voucher = mintTypedData({ chainId, collection, tokenId, minter: holder })
      const { v, r, s } = parseSignature(await testnet.miner.signTypedData(voucher))
      const fees = royalties.map(({ bps, recipient }) => ({ recipient, value: bps }))
      const args = [tokenId, v, r, s, fees, supply, '/x'] as const
      await must(holder, collection, encodeFunctionData({ abi: collection1155Abi, functionName: 'mint', args }))
      return erc1155(collection, tokenId)
    },

    /** Sets exactly this balance and this allowance of a token: no more than the dialog announced. */
    async provide(token: Address, owner: Address, amount: bigint) {
      const has = await publicClient.readContract({ address: token, abi: dollarTokenAbi, functionName: 'balanceOf', args: [owner] })
      const write = (functionName: 'transfer' | 'mint' | 'approve', to: Address, value: bigint) =>
        must(owner, token, encodeFunctionData({ abi: dollarTokenAbi, functionName, args: [to, value] }))
      await write('transfer', friend, has)
      await write('mint', owner, amount)
      await write('approve', toAddress(contracts.transferProxy), amount)
    },

    /** Signs the order as the maker and the fee as the operator; returns what the sender paid for gas. */
    async fill(order: Order, { items: _, buyerFeeBps, amount, value }: Fill) {
      const key = accounts[[maker, taker].indexOf(order.owner)]
      if (!key) throw new Error('Nobody signs for that')
      const sig = parseSignature(await key.signTypedData(orderTypedData(order, domain)))
      const fee = buyerFeeTypedData({ order, buyerFee: buyerFeeBps, feeEpoch: 0n }, domain)
      const feeSig = parseSignature(await feeSigner.signTypedData(fee))
      const args = [toExchangeOrder(order), sig, buyerFeeBps, feeSig, amount, ZERO_ADDRESS] as const
      return send(
        order.owner === maker ? taker : maker,
        exchange,
        encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args }),
        value,
      )
    },

    /** Balances of each account in a pay token, the market's two accounts included. */
    async balances(token: Address): Promise<Map<Address, bigint>> {
      const of = (account: Address) =>
        token === ZERO_ADDRESS
          ? publicClient.getBalance({ address: account })
          : publicClient.readContract({ address: token, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })
      const names = [maker, taker, artist, friend, exchange, beneficiary]
      return new Map(await Promise.all(names.map(async (name) => [name, await of(name)] as const)))
    },

    units: (owner: Address, tokenId: bigint) =>
      publicClient.readContract({ address: collection, abi: collection1155Abi, functionName: 'balanceOf', args: [owner, tokenId] }),
  }
}

export type DialogStage = Awaited<ReturnType<typeof openDialogStage>>
