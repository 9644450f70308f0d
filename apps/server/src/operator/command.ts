/**
 * The frame of `npm run operator -- <group> <act> [--options]`. A new group is one file in `groups/` and its line in `groups.ts`:
 *
 *   export const bells = commandGroup('Bells that visitors hear.', {
 *     ring: command({
 *       about: 'Rings one now.',
 *       options: { bell: needed(id, 'which one, as `bells list` numbers them'), loud: toggle('so that all hear it') },
 *       why: 'needed',
 *       run: async ({ context, operator }, { bell, loud }) => ringBell(context, operator, bell, loud),
 *     }),
 *   })
 *
 * `run` only calls a service of a module, `ringBell(context, operator, …)`, which checks its arguments against database and
 * chain, throws OperatorRefused with a sentence, and writes its effects and `recordAudit` in one transaction: the console calls
 * the same service with the signed-in wallet as the operator. It returns a sentence, or rows, which are printed as a table
 * (`--json`: as JSON). Options are declared with the readers of `options.ts`, from which the console makes its forms; their
 * names are camelCase here and dashed on the command line. Commands that change something declare `why: 'needed'`: the
 * command line then requires --why, as the console does.
 */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Language, Role, Texts } from '@plinth/api'
import type { Context } from '../context.ts'
import { type Operator, OperatorRefused } from '../modules/operators/service.ts'
import type { Option } from './options.ts'

export type Cell = string | number | bigint | boolean | null
export type Row = Readonly<Record<string, Cell>>
/** A sentence, or rows. */
export type Reply = string | Texts | readonly Readonly<Record<string, Cell | Texts>>[]

/** The same in one language. */
export function saidIn(reply: Reply, language: Language): string | readonly Row[] {
  if (typeof reply === 'string') return reply
  if ('en' in reply) return reply[language]
  const said = (cell: Cell | Texts) => (typeof cell === 'object' && cell !== null ? cell[language] : cell)
  return reply.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, said(cell)])))
}

/** What a command works with. */
export type CommandContext = { readonly context: Context; readonly operator: Operator }

type Options = Readonly<Record<string, Option>>
type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never }
type Spec<O extends Options> = {
  readonly about: string
  readonly options: O
  /** 'needed' for commands that change something: the reason is stored with the command; 'never' for those that only read. */
  readonly why: 'needed' | 'never'
  /** The role needed in the console; by default a viewer reads and an operator changes. */
  readonly role?: Role
  /** Excluded from the console. */
  readonly isHereOnly?: boolean
  /** Sends as the owner of the market's blind boxes, whose key is opened for it. */
  readonly takesRevealOperator?: boolean
  /** Also works on a database of another version. */
  readonly takesAnyVersion?: boolean
  run(invocation: CommandContext, values: Values<O>): Promise<Reply>
}
export type Command = Omit<Spec<Options>, 'run' | 'role'> & {
  readonly role: Role
  /** @throws OperatorRefused */
  read(argv: readonly string[], who: string): Ready
  /** The same from the console: each option as text, by its name. @throws OperatorRefused, with the option it is about */
  take(texts: Readonly<Record<string, string>>, operator: Operator): Ready
}
/** A command with parsed options; it has opened nothing yet. */
export type Ready = { readonly operator: Operator; readonly isJson: boolean; run(context: Context): Promise<Reply> }
export type CommandGroup = { readonly about: string; readonly commands: Readonly<Record<string, Command>> }

const LONGEST_WHY = 500

export function command<const O extends Options>(spec: Spec<O>): Command {
  return {
    ...spec,
    role: spec.role ?? (spec.why === 'never' ? 'viewer' : 'operator'),
    read: (argv, who) => {
      const given = parse(argv, spec)
      const operator = { who: given.as ?? who, why: readWhy(given.why, spec.why), role: undefined }
      const values = Object.fromEntries(
        Object.entries(spec.options).map(([name, option]) => [name, readOption(dashed(name), option, given[dashed(name)])]),
      ) as Values<O>
      return { operator, isJson: given.json !== undefined, run: (context) => spec.run({ context, operator }, values) }
    },
    take: (texts, operator) => {
      for (const name of Object.keys(texts))
        if (!Object.hasOwn(spec.options, name) || !spec.options[name]?.shape)
          throw new OperatorRefused(`It takes no ${name}.`, { zh: `没有名为 ${name} 的选项。` })
      const values = Object.fromEntries(
        Object.entries(spec.options).map(([name, option]) => [name, takeOption(name, option, texts[name])]),
      ) as Values<O>
      return { operator, isJson: true, run: (context) => spec.run({ context, operator }, values) }
    },
  }
}

export function commandGroup(about: string, commands: CommandGroup['commands']): CommandGroup {
  return { about, commands }
}

export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** As forms send them: an empty field counts as omitted. */
function takeOption(name: string, option: Option, text: string | undefined): unknown {
  const said = text === '' && !option.takesEmpty ? undefined : text
  if (said === undefined && option.isNeeded) throw new OperatorRefused('This is missing.', { zh: '请填写此项。', field: name })
  try {
    return option.read(said)
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error
    throw new OperatorRefused(`This ${error.message}.`, { zh: `${error.sentences.zh}。`, field: name })
  }
}

function parse(argv: readonly string[], { options, why }: Pick<Spec<Options>, 'options' | 'why'>): Record<string, string | undefined> {
  const own = Object.entries(options).map(([name, { form }]) => [dashed(name), { type: form === '' ? 'boolean' : 'string' }] as const)
  const common: ParseArgsOptionsConfig = { json: { type: 'boolean' }, as: { type: 'string' } }
  const reason: ParseArgsOptionsConfig = why === 'never' ? {} : { why: { type: 'string' } }
  const { values } = parseArgs({ args: [...argv], options: { ...Object.fromEntries(own), ...common, ...reason } })
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : String(value)]))
}

/** @throws OperatorRefused */
export function readWhy(text: string | undefined, wanted: Spec<Options>['why'] = 'needed'): string {
  const why = text?.trim() ?? ''
  if (why === '' && wanted === 'needed') throw new OperatorRefused('Say why with --why "…": the reason is kept.')
  if (why.length > LONGEST_WHY) throw new OperatorRefused(`--why must have ${LONGEST_WHY} characters at most.`)
  return why
}

function readOption(name: string, option: Option, text: string | undefined): unknown {
  if (text === undefined && option.isNeeded) throw new OperatorRefused(`--${name} ${option.form} is missing: ${option.about}.`)
  try {
    return option.read(text)
  } catch (error) {
    throw error instanceof OperatorRefused ? new OperatorRefused(`--${name} ${error.message}.`) : error
  }
}
