import { concat, decodeAbiParameters, encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { encodeVoucher, type SettlementMint, settlementMintDigest } from './settlement.ts'
import { parseSignature } from './signatures.ts'

const hashText = (text: string) => keccak256(stringToHex(text))
const address = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const mint: SettlementMint = {
  chainId: 31337,
  collection: address('c'),
  exchange: address('e'),
  tokenId: 7n,
  creator: address('a'),
  fees: [{ recipient: address('a'), value: 500n }],
  uri: '/cid',
  supply: 10n,
  deadline: 1_800_000_000,
}

describe('the voucher of a sale before the mint', () => {
  it('has the digest of EIP-712 written out by hand', () => {
    const fee = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, uint256'), [
        hashText('Fee(address recipient,uint256 value)'),
        address('a'),
        500n,
      ]),
    )
    const type =
      'SettlementMint(address exchange,uint256 tokenId,address creator,Fee[] fees,string uri,uint256 supply,uint256 deadline)Fee(address recipient,uint256 value)'
    const struct = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, uint256, address, bytes32, bytes32, uint256, uint256'), [
        hashText(type),
        mint.exchange,
        7n,
        mint.creator,
        keccak256(fee),
        hashText('/cid'),
        10n,
        1_800_000_000n,
      ]),
    )
    const domain = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'), [
        hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
        hashText('Plinth Collection'),
        hashText('1'),
        31_337n,
        mint.collection,
      ]),
    )
    expect(settlementMintDigest(mint)).toBe(keccak256(concat(['0x1901', domain, struct])))
  })

  it('travels as its fields one after the other', () => {
    const signature = parseSignature(`0x${'11'.repeat(32)}${'22'.repeat(32)}1b`)
    const fields = parseAbiParameters('(address recipient, uint256 value)[], string, uint256, uint256, (uint8 v, bytes32 r, bytes32 s)')
    const [fees, uri, supply, deadline, sig] = decodeAbiParameters(fields, encodeVoucher(mint, signature))
    expect([fees.length, fees[0]?.value, uri, supply, deadline, sig]).toEqual([1, 500n, '/cid', 10n, 1_800_000_000n, signature])
  })
})
