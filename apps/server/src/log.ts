/** One line of JSON per event. Keys, tokens and signatures never go in. */
export type LogFields = Readonly<Record<string, unknown>>

export type Logger = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

type Level = 'info' | 'warn' | 'error'

export function createLogger(write: (line: string) => void = (line) => process.stderr.write(line)): Logger {
  const at =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, readable)}\n`)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

function readable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (!(value instanceof Error)) return value
  const code = 'code' in value ? { code: value.code } : {}
  return { name: value.name, ...code, message: value.message, stack: value.stack, cause: value.cause }
}
