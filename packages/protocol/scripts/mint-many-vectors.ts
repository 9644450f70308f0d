import { privateKeyToAccount } from 'viem/accounts'
import { toAddress } from '../src/address.ts'
import { type MintItem, type MintManyVoucher, mintManyDigest, mintManyTypedData } from '../src/mint-many.ts'

const MINT_SIGNER_KEY = `0x${'03'.repeat(32)}` as const
const mintSigner = privateKeyToAccount(MINT_SIGNER_KEY)
const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const CID = '/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

const item = (tokenId: bigint, fees: MintItem['fees'] = [], uri = CID, supply = 1n): MintItem => ({ tokenId, uri, supply, fees })
const share = (byte: string, value: bigint) => ({ recipient: addressOf(byte), value })

const VOUCHERS: (MintManyVoucher & { name: string })[] = [
  voucherOf('one item without royalty', [item(7n)]),
  voucherOf('three items, each with its own royalties', [
    item(7n, [share('55', 500n)]),
    item(8n, [share('55', 500n), share('66', 100n)], '/anything'),
    item(2n ** 256n - 1n, [], 'ü'),
  ]),
  voucherOf(
    'fifty items of an ERC1155',
    Array.from({ length: 50 }, (_, index) => item(BigInt(index), [share('55', 250n)], CID, 10n)),
  ),
]

function voucherOf(name: string, items: MintItem[]) {
  return { name, chainId: 31337, collection: addressOf('22'), items, minter: addressOf('44'), deadline: 1_800_000_000 }
}

export async function mintManyVectors() {
  return { cases: await Promise.all(VOUCHERS.map(mintManyCase)) }
}

async function mintManyCase(voucher: (typeof VOUCHERS)[number]) {
  return {
    ...voucher,
    digest: mintManyDigest(voucher),
    signerKey: MINT_SIGNER_KEY,
    signer: toAddress(mintSigner.address),
    signature: await mintSigner.signTypedData(mintManyTypedData(voucher)),
  }
}
