import { AppError } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Flow, Step, StepState } from './engine.ts'
import { createRun, type FlowRun } from './run.ts'

type Context = { log: string[] }

/** A step whose end the test decides. */
function scripted(key: string, isDone?: boolean) {
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined
  const runs: { resume: string | undefined }[] = []
  const step: Step<Context> = {
    key,
    ...(isDone === undefined ? {} : { isDone: async () => isDone }),
    run: (context, progress) => {
      context.log.push(key)
      runs.push({ resume: progress.resume })
      return new Promise<void>((resolve, reject) => {
        settle = { resolve, reject }
        sent = progress.sent
        over = progress.over
      })
    },
  }
  let sent: (hash: string) => void = () => {}
  let over = () => {}
  return {
    step,
    runs,
    finish: async () => {
      settle?.resolve()
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: async (error: unknown) => {
      settle?.reject(error)
      await vi.advanceTimersByTimeAsync(0)
    },
    send: (hash: string) => sent(hash),
    over: () => over(),
  }
}

const explain = (error: unknown) => ({
  code: error instanceof AppError ? error.code : ('INTERNAL' as const),
  text: `said: ${(error as Error).message}`,
})
const at = (run: FlowRun<Context>) => Object.values(run.state().steps).map((step: StepState) => step.at)

function open(steps: Step<Context>[], extra: { resume?: Record<string, string>; opening?: Flow<Context>['open'] } = {}) {
  const done: Context[] = []
  const context: Context = { log: [] }
  const flow: Flow<Context> = { steps, ...(extra.opening ? { open: extra.opening } : {}) }
  const run = createRun(flow, {
    context: () => context,
    onDone: (current) => done.push(current),
    explain,
    ...(extra.resume ? { resume: extra.resume } : {}),
  })
  return { run, done, context }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('flow', () => {
  it('[SALE-07, ENUM-13] keeps a state per step: idle, in progress, done', async () => {
    const [one, two] = [scripted('one'), scripted('two')]
    const { run } = open([one.step, two.step])
    expect(at(run)).toEqual(['idle', 'idle'])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    expect(at(run)).toEqual(['running', 'idle'])
    await one.finish()
    expect(at(run)).toEqual(['done', 'idle'])
  })

  it('[SALE-10, MINT-42, NEWC-11, FMT-02] starts the first step 100 ms after the submit, not before', async () => {
    const one = scripted('one')
    const { run, context } = open([one.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(99)
    expect(context.log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(context.log).toEqual(['one'])
  })

  it('starts once per opening, however often it is pressed', async () => {
    const one = scripted('one')
    const { run, context } = open([one.step])
    run.submit()
    run.submit()
    await vi.advanceTimersByTimeAsync(500)
    run.submit()
    await vi.advanceTimersByTimeAsync(500)
    expect(context.log).toEqual(['one'])
  })

  it('[MINT-36, MINT-39, MINT-40, MINT-41, NEWC-13] never starts a step before the one in front of it is done', async () => {
    const steps = ['approve', 'upload', 'mint', 'sign'].map((key) => scripted(key))
    const { run, context } = open(steps.map(({ step }) => step))
    run.submit()
    await vi.advanceTimersByTimeAsync(1_000)
    for (const [index, step] of steps.entries()) {
      expect(context.log).toHaveLength(index + 1)
      await step.finish()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(context.log).toEqual(['approve', 'upload', 'mint', 'sign'])
    expect(run.state().phase).toBe('done')
  })

  it('[MINT-45] signals completion after the last step, and only then', async () => {
    const [mint, sign] = [scripted('mint'), scripted('sign')]
    const { run, done } = open([mint.step, sign.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    await mint.finish()
    await vi.advanceTimersByTimeAsync(100)
    expect(done).toHaveLength(0)
    await sign.finish()
    expect(done).toHaveLength(1)
  })

  it('[SALE-08, MINT-43, ERR-27] shows a failure under its step, which the button starts again', async () => {
    const [approve, sign] = [scripted('approve'), scripted('sign')]
    const { run, context } = open([approve.step, sign.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    await approve.finish()
    await vi.advanceTimersByTimeAsync(100)
    await sign.fail(new AppError('USER_REJECTED'))
    expect(run.state().phase).toBe('failed')
    expect(run.state().steps.sign).toMatchObject({ at: 'failed', code: 'USER_REJECTED', text: expect.stringContaining('said:') })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(context.log).toEqual(['approve', 'sign'])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    expect(context.log).toEqual(['approve', 'sign', 'sign'])
    await sign.finish()
    expect(run.state().phase).toBe('done')
  })

  it('[SALE-09, ERR-25] makes a failure to fetch the order the whole dialog’s', async () => {
    const pay = scripted('pay')
    let tries = 0
    const opening = async () => {
      if (tries++ === 0) throw new AppError('ORDER_NOT_FOUND')
    }
    const { run, context } = open([pay.step], { opening })
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    expect(run.state()).toMatchObject({ phase: 'failed', failure: { code: 'ORDER_NOT_FOUND' } })
    expect(at(run)).toEqual(['idle'])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    expect(run.state().failure).toBeUndefined()
    expect(context.log).toEqual(['pay'])
  })

  it('[SALE-23, MINT-38] takes a step as done where nothing is left to do', async () => {
    const [approve, sign] = [scripted('approve', true), scripted('sign')]
    const { run, context } = open([approve.step, sign.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(context.log).toEqual(['sign'])
    expect(at(run)).toEqual(['done', 'running'])
  })

  it('[SALE-02, MINT-44, NEWC-15] forgets everything when the dialog closes, and drops late answers', async () => {
    const [one, two] = [scripted('one'), scripted('two')]
    const { run, done, context } = open([one.step, two.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    run.reset()
    await one.finish()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(at(run)).toEqual(['idle', 'idle'])
    expect(context.log).toEqual(['one'])
    expect(done).toHaveLength(0)
  })

  it('shows a sent transaction on its step', async () => {
    const pay = scripted('pay')
    const { run } = open([pay.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    pay.send('0xabc')
    expect(run.state().steps.pay).toEqual({ at: 'running', hash: '0xabc' })
    await pay.finish()
    expect(run.state().steps.pay).toEqual({ at: 'done', hash: '0xabc' })
  })

  it('takes a transaction of an earlier page up again instead of sending another', async () => {
    const pay = scripted('pay')
    const { run } = open([pay.step], { resume: { pay: '0xabc' } })
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    expect(pay.runs).toEqual([{ resume: '0xabc' }])
  })

  it('shows no hash any more where a step goes on to another transaction', async () => {
    const allow = scripted('allow')
    const { run } = open([allow.step])
    run.submit()
    await vi.advanceTimersByTimeAsync(100)
    allow.send('0xabc')
    allow.over()
    expect(run.state().steps.allow).toEqual({ at: 'running' })
    allow.send('0xdef')
    await allow.finish()
    expect(run.state().steps.allow).toEqual({ at: 'done', hash: '0xdef' })
  })

  it('waits for the sent transaction after any interruption, and sends again once it was dropped', async () => {
    const pay = scripted('pay')
    const { run } = open([pay.step])
    const start = async () => {
      run.submit()
      await vi.advanceTimersByTimeAsync(100)
    }
    await start()
    pay.send('0xabc')
    for (const code of ['CHAIN_UNREACHABLE', 'NETWORK_FAILURE', 'MARKET_BEHIND'] as const) {
      await pay.fail(new AppError(code))
      await start()
      expect(pay.runs.at(-1)).toEqual({ resume: '0xabc' })
    }
    pay.over()
    await pay.fail(new AppError('ORDER_FILLED'))
    await start()
    expect(pay.runs.at(-1)).toEqual({ resume: undefined })
  })
})
