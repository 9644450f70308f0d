import { type Address, toAddress } from '@plinth/protocol'
import { type FormerContracts, implementationsOf } from '../addresses.ts'
import type { MarketPlace } from '../market-steps.ts'
import { fileRecord } from './record.ts'

/**
 * A former edition, from the record of its deployment. @throws Error one sentence where the record is missing, foreign
 * or unfinished
 */
export function readFormer(path: string, chainId: number, edition: number): FormerContracts {
  const record = fileRecord(path).read()
  if (!record) throw new Error(`${path} is not there: --former names the record of the edition before.`)
  if (record.chainId !== chainId) throw new Error(`${path} is the record of chain ${record.chainId}, and this is chain ${chainId}.`)
  const at = (place: MarketPlace): Address => {
    const contract = record.contracts[place]
    if (contract?.block === undefined) throw new Error(`${path} is the record of a deployment that did not end: ${place} is missing.`)
    return toAddress(contract.address)
  }
  const collectionFactory = at('collectionFactory')
  const many = record.contracts.manyTransfers ? { manyTransfers: at('manyTransfers') } : {}
  return {
    edition,
    exchange: at('exchange'),
    auctionExchange: at('auctionExchange'),
    blindBox: at('blindBox'),
    transferProxy: at('transferProxy'),
    ...many,
    collectionFactory,
    ...implementationsOf(collectionFactory),
    official721: at('official721'),
    official1155: at('official1155'),
    prizeCollection: at('prizeCollection'),
    deployBlock: Math.min(...Object.values(record.contracts).map((contract) => contract.block ?? 0)),
  }
}
