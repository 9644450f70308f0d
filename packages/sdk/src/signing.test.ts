import { ApiError } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askSigner } from './signing.ts'

const away = () => new ApiError('dapp.sign', 4423, 'The market can’t sign just now.', 'SIGNER_AWAY')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[F-157] asking for a signature of the market', () => {
  it('goes on while the process that signs restarts', async () => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away()).mockRejectedValueOnce(away()).mockResolvedValue('signed')
    const asked = askSigner(ask)
    await vi.advanceTimersByTimeAsync(4_000)
    await expect(asked).resolves.toBe('signed')
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('ends after a minute with what the server said', async () => {
    const asked = askSigner(() => Promise.reject(away()))
    const refused = expect(asked).rejects.toMatchObject({ code: 'SIGNER_AWAY' })
    await vi.advanceTimersByTimeAsync(62_000)
    await refused
  })

  it('passes any other failure on at once', async () => {
    const ask = vi.fn(() => Promise.reject(new ApiError('dapp.sign', 4412, '', 'COLLECTION_NOT_YOURS')))
    await expect(askSigner(ask)).rejects.toMatchObject({ code: 'COLLECTION_NOT_YOURS' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
