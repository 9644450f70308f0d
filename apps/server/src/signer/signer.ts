import {
  type Address,
  type AuctionDomain,
  type AuctionSettlement,
  type BoxDomain,
  type BoxFee,
  type BuyerFee,
  boxFeeDigest,
  buyerFeeDigest,
  type MintManyVoucher,
  type MintVoucher,
  mintDigest,
  mintManyDigest,
  type OpenSettlement,
  type OrderDomain,
  openSettlementDigest,
  type SettlementMint,
  type Signature,
  settlementDigest,
  settlementMintDigest,
} from '@plinth/protocol'
import type { KeyRing } from './key-ring.ts'

/** The platform's signatures. Every digest is computed here, from fields the server checked. */
export type Signer = {
  /** The `miner` of config.fetch: signs mint vouchers of the official collections and of new ones. */
  readonly mintSigner: Address
  /** Every mint signer whose key is held, the present one first: older collections name a former one. */
  readonly mintSigners: readonly Address[]
  readonly feeSigner: Address
  /** Both with the key of the mint signer that the collection names. */
  mintVoucher(voucher: MintVoucher, mintSigner: Address): Promise<Signature>
  settlementMint(mint: SettlementMint, mintSigner: Address): Promise<Signature>
  /** Up to 50 items of one transaction, with the same key. */
  mintMany(voucher: MintManyVoucher, mintSigner: Address): Promise<Signature>
  /** Whether the process that holds the keys answers; absent where no other process does. @throws SignerFault */
  readonly examine: KeyRing['examine'] | undefined
  /** Signs the buyer fee of one order (contracts: "fee signer"). */
  buyerFee(fee: BuyerFee, domain: OrderDomain): Promise<Signature>
  /** The same for a series of boxes. */
  boxFee(fee: BoxFee, domain: BoxDomain): Promise<Signature>
  /** Signs which bid wins an auction, and who shares. */
  settlement(settlement: AuctionSettlement, domain: AuctionDomain): Promise<Signature>
  /** The same for any sender, with the least amount that the owner receives. */
  openSettlement(settlement: OpenSettlement, domain: AuctionDomain): Promise<Signature>
}

export function createSigner(keys: KeyRing): Signer {
  return {
    mintSigner: keys.addresses.miner,
    mintSigners: [keys.addresses.miner, ...keys.formerMiners],
    feeSigner: keys.addresses.feeSigner,
    examine: keys.examine,
    mintVoucher: (voucher, mintSigner) => keys.signAsMintSigner(mintSigner, mintDigest(voucher)),
    settlementMint: (mint, mintSigner) => keys.signAsMintSigner(mintSigner, settlementMintDigest(mint)),
    mintMany: (voucher, mintSigner) => keys.signAsMintSigner(mintSigner, mintManyDigest(voucher)),
    buyerFee: (fee, domain) => keys.sign('feeSigner', buyerFeeDigest(fee, domain)),
    boxFee: (fee, domain) => keys.sign('feeSigner', boxFeeDigest(fee, domain)),
    settlement: (settlement, domain) => keys.sign('feeSigner', settlementDigest(settlement, domain)),
    openSettlement: (settlement, domain) => keys.sign('feeSigner', openSettlementDigest(settlement, domain)),
  }
}
