import { type Command, type CommandGroup, dashed } from './command.ts'

const CALL = 'npm run operator --'
const COMMON = [
  ['--as NAME', 'who acts, as the record will say; your name on this machine without it'],
  ['--json', 'answers as JSON'],
] as const

export function helpOfAll(groups: Readonly<Record<string, CommandGroup>>, scripts: Readonly<Record<string, string>>): string {
  const own = Object.entries(groups).map(([name, { about }]) => [name, about] as const)
  return [
    `${CALL} <group> <act> [--options]`,
    '',
    columns([...own, ...Object.entries(scripts)]),
    '',
    `${CALL} <group> --help lists its acts. DATABASE_URL and PLINTH_CHAINS, or DATA_DIR, say which market it is; docs/operating.md has more.`,
  ].join('\n')
}

export function helpOfGroup(name: string, { about, commands }: CommandGroup): string {
  const lines = Object.entries(commands).map(([key, command]) => [`${name} ${key}`, command.about] as const)
  return [about, '', columns(lines), '', `${CALL} ${name} <act> --help lists its options.`].join('\n')
}

export function helpOfCommand(name: string, { about, options, why }: Command): string {
  const entries = Object.entries(options)
  const call = entries.filter(([, { isNeeded }]) => isNeeded).map(([key, { form }]) => ` --${dashed(key)} ${form}`)
  const own = entries.map(([key, option]) => [`--${dashed(key)} ${option.form}`.trimEnd(), option.about] as const)
  const reason =
    why === 'never' ? [] : [['--why TEXT', why === 'needed' ? 'the reason, which is kept; needed' : 'the reason, which is kept'] as const]
  return [
    about,
    '',
    `${CALL} ${name}${call.join('')}${why === 'needed' ? ' --why TEXT' : ''}`,
    '',
    columns([...own, ...reason, ...COMMON]),
  ].join('\n')
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
