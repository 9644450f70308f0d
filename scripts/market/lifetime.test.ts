/** @module-tag more */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const LIFETIME = new URL('./lifetime.ts', import.meta.url).href
const SETTINGS = new URL('./settings.ts', import.meta.url).href

type End = { code: number | null; output: string; afterMs: number }

/** A process that runs under `runUntilStopped`; `signal` is sent once it prints "up", and `afterMs` later it has ended. */
async function live(start: string, signal?: NodeJS.Signals, more = ''): Promise<End> {
  const program = `
    import { runUntilStopped } from '${LIFETIME}'
    import { StartError } from '${SETTINGS}'
    import { setTimeout as sleep } from 'node:timers/promises'
    setInterval(() => undefined, 1000)
    await runUntilStopped(async ({ onStarted, signal }) => { ${start} }, ${more})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  let output = ''
  let signalledAt = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (signal && !output.includes('up') && String(chunk).includes('up')) {
        signalledAt = Date.now()
        child.kill(signal)
      }
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output, afterMs: Date.now() - signalledAt }
}

describe('runUntilStopped', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends everything in opposite order on %s, with exit code 0', async (signal) => {
    const start =
      "onStarted(() => console.log('chain ended')); onStarted(async () => { await sleep(50); console.log('server ended') }); console.log('up')"
    const { code, output } = await live(start, signal)
    expect(code).toBe(0)
    expect(output).toBe('up\n\nStopping…\nserver ended\nchain ended\n')
  })

  it('ends what comes up only after the signal', async () => {
    const { code, output } = await live("console.log('up'); await sleep(300); onStarted(() => console.log('late ended'))", 'SIGINT')
    expect({ code, output }).toEqual({ code: 0, output: 'up\n\nStopping…\nlate ended\n' })
  })

  it('ends everything, with exit code 1, after an uncaught error', async () => {
    const { code, output } = await live("onStarted(() => console.log('chain ended')); setTimeout(() => { throw new Error('a bug') }, 50)")
    expect(code).toBe(1)
    expect(output).toContain('a bug')
    expect(output).toMatch(/chain ended\n$/)
  })

  it('does the same after an unhandled rejection, and reports it through the given voice', async () => {
    const start = "onStarted(() => console.log('chain ended')); setTimeout(() => { Promise.reject(new Error('a bug')) }, 50)"
    const voice = "5000, { stopping: () => undefined, failed: (error) => console.log('told', error.message) }"
    const { code, output } = await live(start, undefined, voice)
    expect({ code, output }).toEqual({ code: 1, output: 'told a bug\nchain ended\n' })
  })

  it('gives up on what does not end within five seconds', async () => {
    const { code, afterMs } = await live("onStarted(() => sleep(60_000)); console.log('up')", 'SIGTERM')
    expect(code).toBe(1)
    expect(afterMs).toBeLessThan(6000)
  })

  it('is forced by a second signal, which is not the echo of the first', async () => {
    const start = "onStarted(() => sleep(60_000)); setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1500); console.log('up')"
    const echo = "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 300);"
    const { code, afterMs } = await live(`${echo} ${start}`, 'SIGTERM')
    expect(code).toBe(1)
    expect(afterMs).toBeGreaterThan(1000)
    expect(afterMs).toBeLessThan(4000)
  })

  it('prints the sentence of a failed start, ends the rest and exits with 1', async () => {
    const { code, output } = await live("onStarted(() => console.log('chain ended')); throw new StartError('Port 1 is taken.')")
    expect({ code, output }).toEqual({ code: 1, output: 'Port 1 is taken.\nchain ended\n' })
  })
})
