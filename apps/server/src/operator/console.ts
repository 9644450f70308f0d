import type { OperatorAct, OperatorGroup, OperatorOption, Role } from '@plinth/api'
import { allows } from '../modules/operators/service.ts'
import type { Command } from './command.ts'
import { GROUPS } from './groups.ts'
import type { Option } from './options.ts'

/** Whether a command's options fit a form, and it is not reserved for the machine's own command line. */
export function isAtConsole({ isHereOnly = false, options }: Command): boolean {
  return !isHereOnly && Object.values(options).every(({ shape, isNeeded }) => shape !== undefined || !isNeeded)
}

/** The commands that the console shows to this role: groups without one are left out. */
export function describeFor(role: Role): OperatorGroup[] {
  return Object.entries(GROUPS).flatMap(([name, { about, commands }]) => {
    const own = Object.entries(commands).filter(([, command]) => isAtConsole(command) && allows(role, command.role))
    return own.length === 0 ? [] : [{ name, about, acts: own.map(([key, command]) => describe(key, command)) }]
  })
}

function describe(name: string, { about, why, options }: Command): OperatorAct {
  return { name, about, isLook: why === 'never', options: Object.entries(options).flatMap(([key, option]) => describeOption(key, option)) }
}

function describeOption(name: string, { about, isNeeded, takesEmpty = false, shape }: Option): OperatorOption[] {
  if (!shape) return []
  const { kind } = shape
  const bounds =
    kind === 'whole'
      ? { from: shape.from, to: shape.to }
      : kind === 'text'
        ? { longest: shape.longest }
        : kind === 'choice'
          ? { choices: [...shape.choices] }
          : {}
  return [{ name, about, kind, isNeeded: isNeeded && !takesEmpty, ...bounds }]
}
