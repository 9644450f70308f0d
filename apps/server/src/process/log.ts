import { pino } from 'pino'
import { createRedact } from '../secrets/redact.ts'
import { sampleErrors } from './log-samples.ts'

/** One line per event. Keys, tokens, signatures, addresses of people and of endpoints are removed (redact.ts). */
export type LogFields = Readonly<Record<string, unknown>>

export type Logger = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const LOG_FORMATS = ['json', 'text'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

export type LogOptions = {
  /** Less urgent events are left out. */
  readonly level?: LogLevel
  readonly format?: LogFormat
  /** Texts that never appear, whatever they are part of. */
  readonly secrets?: readonly string[]
}

export function createLogger(write: (line: string) => void = (line) => process.stderr.write(line), options: LogOptions = {}): Logger {
  const { level = 'info', format = 'json', secrets = [] } = options
  const redact = createRedact(secrets)
  const plain = (name: string, value: unknown): unknown => redact.field(name, readable(value))
  const log = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => (isFlat(fields) ? mapped(fields, redact.field) : JSON.parse(JSON.stringify(fields, plain))),
      },
    },
    { write: (line) => write(format === 'json' ? line : asText(line)) },
  )
  const sampled = sampleErrors<LogLevel>((name, event, fields) => log[name](fields, redact.text(event)))
  const at =
    (name: LogLevel) =>
    (event: string, fields: LogFields = {}) =>
      sampled(name, event, fields)
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** As the line of each call, which is written thousands of times a second. */
function isFlat(fields: LogFields): boolean {
  for (const name in fields) if (!FLAT.has(typeof fields[name])) return false
  return true
}
const FLAT: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

function mapped(fields: LogFields, change: (name: string, value: unknown) => unknown): LogFields {
  const changed: Record<string, unknown> = {}
  for (const name in fields) changed[name] = change(name, fields[name])
  return changed
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** `time level event name=value …` for a terminal. */
function asText(line: string): string {
  const { time, level, event, ...fields }: Record<string, string> = JSON.parse(line)
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return `${time} ${level?.padEnd(5)} ${event}${pairs.join('')}\n`
}

function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (!(value instanceof Error)) return value
  const code = 'code' in value ? { code: value.code } : {}
  return { name: value.name, ...code, message: value.message, stack: value.stack, cause: value.cause }
}
