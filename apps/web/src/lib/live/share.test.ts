import { describe, expect, it, vi } from 'vitest'
import { type Share, shareStream } from './share.ts'

const HEAD = { topic: 'head', chainId: 31_337, number: 7, timestamp: 1_700_000_000 } as const
const NOTICE = { topic: 'notice', unread: 1 } as const

/** A tab, and the last event before each opening of the stream. */
function openTab() {
  const openedAt: (string | undefined)[] = []
  const led = Promise.withResolvers<Share>()
  const own: Share = { onEvent: () => undefined, turn: (isOpen, at) => isOpen && openedAt.push(at) }
  shareStream((share) => {
    led.resolve(share)
    return { restart: () => undefined }
  }, own)
  return { openedAt, led: led.promise }
}

describe('the stream that tabs share', () => {
  it('[F-103, READ-07] tells a tab that opens later the last event: what it has read since lacks nothing', async () => {
    const first = openTab()
    const share = await first.led
    const lastOf = async () => {
      const { openedAt } = openTab()
      await vi.waitFor(() => expect(openedAt).toHaveLength(1))
      return openedAt[0]
    }
    share.turn(true, '7')
    expect(first.openedAt).toEqual(['7'])
    expect(await lastOf()).toBe('7')
    share.onEvent({ id: undefined, news: HEAD })
    expect(await lastOf()).toBe('7')
    share.onEvent({ id: '8', news: NOTICE })
    expect(await lastOf()).toBe('8')
  })
})
