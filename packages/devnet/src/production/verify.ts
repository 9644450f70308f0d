import { type Address, BASE_URI, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { PublicClient } from 'viem'
import { implementationsOf, moduleOf } from '../addresses.ts'
import { type ContractName, isCodeOf, readArtifact } from '../artifacts.ts'
import { type MarketPlace, type MarketRoles, OFFICIAL_NAMES, PRIZE_NAMES } from '../market-steps.ts'

interface Fact {
  contract: ContractName
  address: Address
  call: string
  args?: readonly unknown[]
  expected: string
}

/** Reads code and settings of the whole market back from the chain; throws every difference in one message. */
export async function verifyMarket(client: PublicClient, places: Record<MarketPlace, Address>, roles: MarketRoles): Promise<void> {
  const implementations = implementationsOf(places.collectionFactory)
  const codes: [ContractName, Address][] = [
    ['CollectionFactory', places.collectionFactory],
    ['Collection721', implementations.collection721Implementation],
    ['Collection1155', implementations.collection1155Implementation],
    ['Exchange', places.exchange],
    ['ExchangeModule', moduleOf(places.exchange)],
    ['AuctionExchange', places.auctionExchange],
    ['BlindBox', places.blindBox],
    ['BlindBoxModule', moduleOf(places.blindBox)],
    ['ManyTransfers', places.manyTransfers],
    ['TransferProxy', places.transferProxy],
    ['OfficialCollection721', places.official721],
    ['OfficialCollection1155', places.official1155],
    ['PrizeCollection', places.prizeCollection],
  ]
  const wrong: string[] = []
  for (const [contract, address] of codes) if (!(await hasCode(client, contract, address))) wrong.push(`${address} is not ${contract}`)
  if (wrong.length === 0) for (const fact of listFacts(places, roles)) wrong.push(...(await checkFact(client, fact)))
  if (wrong.length > 0) throw new Error(`The deployed market is not the expected one: ${wrong.join('; ')}.`)
}

export async function hasCode(client: PublicClient, contract: ContractName, address: Address): Promise<boolean> {
  const code = await client.getCode({ address })
  return code !== undefined && isCodeOf(readArtifact(contract), code)
}

function listFacts(places: Record<MarketPlace, Address>, roles: MarketRoles): Fact[] {
  const { operator, miner, feeSigners, beneficiary, fees, wrappedCoin = ZERO_ADDRESS } = roles
  const { collection721Implementation, collection1155Implementation } = implementationsOf(places.collectionFactory)
  const of =
    (contract: ContractName, address: Address) =>
    (call: string, expected: string, args: readonly unknown[] = []): Fact => ({ contract, address, call, expected, args })
  const factory = of('CollectionFactory', places.collectionFactory)
  const exchange = of('Exchange', places.exchange)
  const boxes = of('BlindBox', places.blindBox)
  const exchanges = [exchange, of('AuctionExchange', places.auctionExchange), boxes]
  const prizes = of('PrizeCollection', places.prizeCollection)
  const proxy = of('TransferProxy', places.transferProxy)
  const officials = [
    { fact: of('OfficialCollection721', places.official721), names: OFFICIAL_NAMES.official721 },
    { fact: of('OfficialCollection1155', places.official1155), names: OFFICIAL_NAMES.official1155 },
  ]
  return [
    factory('implementation721', collection721Implementation),
    factory('implementation1155', collection1155Implementation),
    ...exchanges.flatMap((fact) => [
      fact('owner', operator),
      fact('transferProxy', places.transferProxy),
      fact('beneficiary', beneficiary),
      fact('buyerFee', String(fees.buyerFeeBps)),
      fact('minimumSellerFee', String(fees.minimumSellerFeeBps)),
      ...feeSigners.map((signer) => fact('isFeeSigner', 'true', [signer])),
    ]),
    exchange('module', moduleOf(places.exchange)),
    boxes('module', moduleOf(places.blindBox)),
    exchange('wrappedCoin', wrappedCoin),
    proxy('exchange', places.exchange),
    proxy('auction', places.auctionExchange),
    proxy('blindBox', places.blindBox),
    proxy('manyTransfers', places.manyTransfers),
    of('ManyTransfers', places.manyTransfers)('transferProxy', places.transferProxy),
    ...officials.flatMap(({ fact, names: [name, symbol] }) => [
      fact('name', name),
      fact('symbol', symbol),
      fact('owner', operator),
      fact('tokenURIPrefix', BASE_URI),
      fact('isSigner', 'true', [miner]),
    ]),
    prizes('name', PRIZE_NAMES[0]),
    prizes('symbol', PRIZE_NAMES[1]),
    prizes('owner', operator),
    prizes('blindBox', places.blindBox),
  ]
}

async function checkFact(client: PublicClient, { contract, address, call, args = [], expected }: Fact): Promise<string[]> {
  const answer = String(await client.readContract({ address, abi: readArtifact(contract).abi, functionName: call, args }))
  const actual = /^0x[0-9a-fA-F]{40}$/.test(answer) ? toAddress(answer) : answer
  return actual === expected ? [] : [`${contract}.${call}(${args.join()}) is ${actual}, expected ${expected}`]
}
