import {
  type Address,
  type AuctionDomain,
  type AuctionSettlement,
  type BoxDomain,
  type BoxFee,
  type BuyerFee,
  boxFeeDigest,
  buyerFeeDigest,
  type MintVoucher,
  mintDigest,
  type OrderDomain,
  type SettlementMint,
  type Signature,
  settlementDigest,
  settlementMintDigest,
} from '@plinth/protocol'
import type { KeyRing } from './key-ring.ts'

/** What the platform signs. Every digest is made here, from fields the server checked. */
export type Signer = {
  /** The `miner` of config.fetch: signs mint vouchers. */
  readonly minter: Address
  readonly feeSigner: Address
  mintVoucher(voucher: MintVoucher): Promise<Signature>
  settlementMint(mint: SettlementMint): Promise<Signature>
  /** The operator's word on the buyer fee of one order (contracts: "fee signer"). */
  buyerFee(fee: BuyerFee, domain: OrderDomain): Promise<Signature>
  /** The same for a series of boxes. */
  boxFee(fee: BoxFee, domain: BoxDomain): Promise<Signature>
  /** Which bid wins an auction, and who shares. */
  settlement(settlement: AuctionSettlement, domain: AuctionDomain): Promise<Signature>
}

export function createSigner(keys: KeyRing): Signer {
  return {
    minter: keys.addresses.miner,
    feeSigner: keys.addresses.feeSigner,
    mintVoucher: (voucher) => keys.sign('miner', mintDigest(voucher)),
    settlementMint: (mint) => keys.sign('miner', settlementMintDigest(mint)),
    buyerFee: (fee, domain) => keys.sign('feeSigner', buyerFeeDigest(fee, domain)),
    boxFee: (fee, domain) => keys.sign('feeSigner', boxFeeDigest(fee, domain)),
    settlement: (settlement, domain) => keys.sign('feeSigner', settlementDigest(settlement, domain)),
  }
}
