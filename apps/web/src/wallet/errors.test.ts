import { ApiError, AppError } from '@plinth/api'
import { exchangeAbi } from '@plinth/protocol/abi'
import { ContractFunctionRevertedError, encodeErrorResult, HttpRequestError, UserRejectedRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { failureOf, isWrongChain } from './errors.ts'

const withCode = (code: number, message = 'x') => Object.assign(new Error(message), { code })
const codeOf = (error: unknown) => failureOf(error).code

describe('failureOf', () => {
  it('maps EIP-1193 codes, wherever in the chain of causes they stand', () => {
    expect(codeOf(withCode(4001))).toBe('USER_REJECTED')
    expect(codeOf(new UserRejectedRequestError(withCode(4001)))).toBe('USER_REJECTED')
    expect(codeOf(new Error('outer', { cause: withCode(-32_002) }))).toBe('WALLET_BUSY')
    expect(codeOf(withCode(4902))).toBe('WALLET_WRONG_CHAIN')
    expect(codeOf(withCode(4900))).toBe('CHAIN_UNREACHABLE')
  })

  it('knows a wallet on another chain, however the error says so', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name })
    for (const error of [
      withCode(4902),
      named('ConnectorChainMismatchError'),
      named('ChainMismatchError'),
      named('SwitchChainNotSupportedError'),
    ])
      expect(isWrongChain(error)).toBe(true)
    expect(isWrongChain(withCode(4001))).toBe(false)
  })

  it('[NET-28] names the network to change to', () => {
    const error = new AppError('WALLET_WRONG_CHAIN', { network: 'Local Ethereum' }, { cause: withCode(4902) })
    expect(failureOf(error).text).toBe('Change network to Local Ethereum.')
  })

  it('never decides by words where there is a code', () => {
    expect(codeOf(withCode(4001, 'insufficient funds for gas'))).toBe('USER_REJECTED')
  })

  it('says what a contract refused in the market’s words', () => {
    const data = encodeErrorResult({ abi: exchangeAbi, errorName: 'ExchangeOrderSpent', args: [`0x${'1'.repeat(40)}`, 1n] })
    const revert = new ContractFunctionRevertedError({ abi: exchangeAbi, data, functionName: 'exchange' })
    expect(codeOf(new Error('call failed', { cause: revert }))).toBe('ORDER_FILLED')
  })

  it('has a sentence for an unknown revert', () => {
    const revert = new ContractFunctionRevertedError({ abi: exchangeAbi, data: '0xdeadbeef', functionName: 'exchange' })
    expect(codeOf(revert)).toBe('CHAIN_REFUSED')
  })

  it('distinguishes an unreachable chain from a refusing one', () => {
    expect(codeOf(new HttpRequestError({ url: 'http://x', cause: new Error('fetch failed') }))).toBe('CHAIN_UNREACHABLE')
  })

  it('[TX-31] passes a node’s own words on where nothing else is known', () => {
    expect(failureOf(withCode(-32_000, 'nonce too low'))).toEqual({
      code: 'WALLET_FAILED',
      text: 'The wallet answered with an error: nonce too low',
    })
  })

  it('[ERR-25, ERR-26] shows the server’s sentence as it came', () => {
    const error = new ApiError('order.add', 4102, '该订单已过期。', 'ORDER_EXPIRED')
    expect(failureOf(error)).toEqual({ code: 'ORDER_EXPIRED', text: '该订单已过期。' })
  })

  it('[ERR-03] has a human sentence for a lost connection', () => {
    expect(failureOf(new ApiError('x', 400, 'Failed to fetch', 'NETWORK_FAILURE')).text).toContain('Network error')
  })

  it('[ERR-07] says of each failure to connect what it was: no wallet, a no, another network, no signature', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name })
    const said = [
      named('ProviderNotFoundError'),
      named('ConnectorNotConnectedError'),
      withCode(4100),
      withCode(4001),
      withCode(-32_002),
      new AppError('WALLET_WRONG_CHAIN', { network: 'BSC' }),
      withCode(-32_603, 'the device is locked'),
    ].map((error) => failureOf(error).text)
    expect(said).toEqual([
      'The wallet’s extension is not installed in this browser, or is switched off.',
      'Wallet not connected.',
      'Wallet not connected.',
      'You declined in the wallet. Nothing was sent.',
      'The wallet is already asking you something. Open it and answer.',
      'Change network to BSC.',
      'The wallet answered with an error: the device is locked',
    ])
    expect(en.global.errSignature).toBe('Signature failed')
  })

  it('[TX-24, ERR-08] says that no wallet is connected', () => {
    expect(failureOf(new AppError('WALLET_NOT_CONNECTED')).text).toBe('Wallet not connected.')
  })
})
