import type { Context } from '../../src/context.ts'
import { saidIn } from '../../src/operator/command.ts'
import { GROUPS } from '../../src/operator/groups.ts'

/** A command as the operator types it: `operate(context, 'categories', 'add', '--name', 'bronze', '--why', 'asked for')`. */
export async function operate(context: Context, group: string, act: string, ...options: string[]): Promise<ReturnType<typeof saidIn>> {
  const command = GROUPS[group]?.commands[act]
  if (!command) throw new Error(`There is no command ${group} ${act}`)
  return saidIn(await command.read(options, 'olga').run(context), 'en')
}

/** The same for a command that returns rows. */
export async function rowsOf(...line: Parameters<typeof operate>): Promise<readonly Record<string, unknown>[]> {
  const reply = await operate(...line)
  if (typeof reply === 'string') throw new Error(`A sentence came instead of rows: ${reply}`)
  return reply
}
