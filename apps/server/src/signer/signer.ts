import {
  type Address,
  type BuyerFee,
  buyerFeeDigest,
  type MintVoucher,
  mintDigest,
  type OrderDomain,
  parseSignature,
  type Signature,
  toAddress,
} from '@plinth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'

/** Private keys of the platform. They live in this closure only, are never logged and never leave the process. */
export type SignerKeys = { readonly miner: Hex; readonly feeSigner: Hex }

export type Signer = {
  /** The `miner` of config.fetch: signs mint vouchers. */
  readonly minter: Address
  readonly feeSigner: Address
  mintVoucher(voucher: MintVoucher): Promise<Signature>
  /** The operator's word on the buyer fee of one order (contracts: "fee signer"). */
  buyerFee(fee: BuyerFee, domain: OrderDomain): Promise<Signature>
}

export function createSigner(keys: SignerKeys): Signer {
  const signDigest = async (hash: Hex, privateKey: Hex): Promise<Signature> => parseSignature(await sign({ hash, privateKey, to: 'hex' }))
  return {
    minter: toAddress(privateKeyToAccount(keys.miner).address),
    feeSigner: toAddress(privateKeyToAccount(keys.feeSigner).address),
    mintVoucher: (voucher) => signDigest(mintDigest(voucher), keys.miner),
    buyerFee: (fee, domain) => signDigest(buyerFeeDigest(fee, domain), keys.feeSigner),
  }
}
